"""Check small functions of the command on both sides of each limit, and with each word that they know."""

from __future__ import annotations

import ast
import importlib

import pytest

COMMAND = "scorio_lite._command"
CASES = """
grading.number_in: '5%' -> 0.05 | '50 %' -> 0.5 | '1,5' -> 1.5 | '1,000,5' -> None | '1,5.0' -> None | '3/6' -> 0.5 | '3/0' -> None |
    'x/2' -> None | '1/x' -> None | '7.' -> 7.0 | '.5' -> 0.5 | '1e3' -> 1000.0 | 'inf' -> None | 'x' -> None | 'True' -> None |
    True -> 1 | 3 -> 3 | 1208925819614629174706175 -> 1208925819614629174706175 | 1208925819614629174706176 -> None |
    '10000000000000000000000000000000000000000000000000000000000000000000000000000000' -> 1e+79 |
    '100000000000000000000000000000000000000000000000000000000000000000000000000000000' -> None |
    '9999999999999999999999999999999999999999' -> 1e+40 | '99999999999999999999999999999999999999999' -> 1e+41 |
    '9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999' -> None | 'x%' -> None
grading.spelled: 'PASS (0.86s)' -> 1 | 'PASS (86ms)' -> 1 | 'fail 3 s' -> 0 | 'pass x' -> None | 'pass (1.2.3s)' -> None |
    'not correct' -> 0 | 'not wrong' -> None | 'failed: timeout' -> 0 | 1 -> None | 'no answer' -> None | 'pass ()' -> None |
    'AC' -> None | 'WA' -> None | 'passed' -> 1 | ' Not passed' -> 0 | 'nicht bestanden' -> 0 | 'Pass: all' -> 1 | 'not sure' -> None |
    'passing' -> None | '' -> None | 'да' -> 1 | '×' -> 0 |
    'passed                                                                          : all' -> 1 |
    '                                                                           passed' -> None
grading.letters_among: 'TF', 1 -> {'t': 1, 'f': 0} | 'TT', 1 -> {} | 'T', 9 -> {} | ['AC', 'WA'], 3 -> {} | ['ac', '?'], 9 -> {} |
    [True, 'T'], 9 -> {} | ['p', 'f', ''], 2 -> {'p': 1, 'f': 0} | [], 9 -> {} | ['y', 'n', 't'], 5 -> {} |
    'YN', 1 -> {'y': 1, 'n': 0} | ['F', 'T'], 4 -> {'t': 1, 'f': 0} | ['p'], 2 -> {} | ['AC', 'WA', 'x'], 4 -> {}
grading.shown: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -> "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'" |
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -> "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'" |
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -> "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'" |
    'abc', 2 -> "'a..." | 'abc', 5 -> "'abc'" | {} -> 'an object' | [] -> 'a list' | None -> 'null' | True -> 'true' | 1.5 -> '1.5' |
    12 -> '12'
grading.typed_as: 'a b' -> "'a b'" | 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -> 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' |
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -> 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' |
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' -> 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' |
    'a\\tb' -> "'a\\\\tb'" | 'a\\x1bb c' -> "'a\\\\x1bb c'" | 'ab' -> 'ab'
grading.count: 1, 'run' -> '1 run' | 2, 'run' -> '2 runs' | 0, 'run' -> '0 runs' | 1000, 'run' -> '1,000 runs'
text.number: 0.0, False -> '0.000' | -0.0, False -> '0.000' | 0.0001, False -> '<0.001' | -0.0001, False -> '>-0.001' |
    0.0005, False -> '0.001' | 0.9996, False -> '>0.999' | -0.9996, False -> '<-0.999' | 1.0, False -> '1.000' | -1.0, False -> '-1.000' |
    0.5, False -> '0.500' | 999999999.0, False -> '999999999.000' | 1000000000.0, False -> '1e+09' | -2000000000.0, False -> '-2e+09' |
    0.0, True -> '0.0' | -0.0, True -> '0.0' | 0.0001, True -> '<0.1' | -0.0001, True -> '>-0.1' | 0.0005, True -> '0.1' |
    0.9996, True -> '>99.9' | -0.9996, True -> '<-99.9' | 1.0, True -> '100.0' | -1.0, True -> '-100.0' | 0.5, True -> '50.0' |
    999999999.0, True -> '99999999900.0' | 1000000000.0, True -> '1e+11' | -2000000000.0, True -> '-2e+11' | 0.42, False -> '0.420' |
    0.0004, False -> '<0.001' | 0.0005001, False -> '0.001' | 0.9994, False -> '0.999'
text.shortened: 'abcdefghij', 10 -> 'abcdefghij' | 'abcdefghij', 9 -> 'ab...ghij' | 'abcdefghij', 8 -> 'a...ghij' |
    'abcdefghij', 6 -> 'a...ij' | 'abcdefghij', 4 -> '...j' | 'abcdefghij', 3 -> '...' | '模型模型模型', 9 -> '模...模型' |
    'éééééé', 6 -> 'éééééé' | 'a\\nb', 9 -> 'a\\\\nb'
text.wrap: 'aa bb cc', 8 -> ['aa bb cc'] | 'aa bb cc', 7 -> ['aa bb', 'cc'] | 'aa bb cc', 5 -> ['aa bb', 'cc'] |
    'aa bb cc', 4 -> ['aa', 'bb', 'cc'] | 'aa bb cc', 2 -> ['aa', 'bb', 'cc'] | 'aa bb cc', 1 -> ['a', 'a', 'b', 'b', 'c', 'c'] |
    'a-bcdefgh', 4 -> ['a-bc', 'defg', 'h'] | 'abc-defgh', 4 -> ['abc-', 'defg', 'h'] | 'ab/cd-efg h', 6 -> ['ab/cd-', 'efg h'] |
    'xx abcdefgh', 4 -> ['xx', 'abcd', 'efgh'] | '模a', 1 -> ['模', 'a'] | ' 97.6 [53.0, 100.0]', 19 -> [' 97.6 [53.0, 100.0]']
text.columns: 'abc' -> 3 | '模a' -> 3 | 'é' -> 1
text.level: 0.95 -> '95 %' | 0.999 -> '99.9 %' | 0.3333333333333333 -> '33.3333333333 %'
text.shared_level: 0.95 -> '95 %' | 0.9833333333333333 -> '98.3 %' | 0.9928571428571429 -> '99.29 %'
text.base_name: 'a/b/' -> 'b' | 'a\\\\b.json' -> 'b.json' | 'x' -> 'x'
text.as_whole: '1.0' -> '1' | '-1.0' -> '-1' | 'x.0' -> 'x.0' | '1.5' -> '1.5' | '.0' -> '.0' | '-.0' -> '-.0' | '10.00' -> '10.00' |
    '1' -> '1'
text.plain_text: [['a']] -> (('a',),) | [[[['a']]]] -> (((('a',),),),) | [[[[['a']]]]] -> ((((None,),),),) |
    [{'role': 'system', 'content': 's'}, {'role': 'user', 'content': ' u '}] -> ('u',) | {'text': 't'} -> 't' |
    {'content': {'text': 'x'}} -> 'x' | 5 -> '5'
extras._money: None -> 'no limit' | 999.4 -> '999' | 999.9 -> '1,000' | 1000 -> '1,000' | 1000.5 -> '1,000' | 12345.6 -> '12,346' |
    0.5 -> '0.500' | 12.0 -> '12.0' | 100 -> '100' | 0.00123 -> '0.00123' | 999.5 -> '1,000'
chart._thin_out: [1, 2, 3, 4, 5], 0 -> [5] | [1, 2, 3, 4, 5], 1 -> [5] | [1, 2, 3, 4, 5], 2 -> [1, 5] | [1, 2, 3, 4, 5], 3 -> [1, 3, 5] |
    [1, 2, 3, 4, 5], 4 -> [1, 2, 4, 5] | [1, 2, 3, 4, 5], 5 -> [1, 2, 3, 4, 5] | [1, 2, 3, 4, 5], 9 -> [1, 2, 3, 4, 5]
metric_names.usual_k: 1 -> [1] | 8 -> [1, 2, 3, 4, 5, 6, 7, 8] | 9 -> [1, 2, 4, 8, 9] | 16 -> [1, 2, 4, 8, 16] | 20 -> [1, 2, 4, 8, 16, 20] |
    2048 -> [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] | 2049 -> [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] |
    1500 -> [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] | 1449 -> [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] |
    9, 65536 -> [1, 2, 4, 8] | 9, 131072 -> [1, 2, 4]
fields.means_trial: 'trial' -> 'sure' | 'trials' -> '' | 'seed' -> 'sure' | 'run_1' -> '' | 'my trial' -> '' | 'a.trial' -> 'sure' |
    'rs' -> 'sure' | 'sample' -> 'maybe' | 'the seed number' -> 'sure' | 'seed trial' -> ''
fields.says_broken: 'timed_out' -> True | 'timed' -> False | 'is_timed_out' -> True | 'out_timed' -> False | 'error' -> True |
    'timed_out_x' -> False
fields.says_break: 'timeout' -> True | 'error' -> True | 'pending' -> True | 1 -> False |
    ' error                                         ' -> True | 'x' -> False
fields.counts_others: 'n' -> True | 'num_tests' -> True | 'n_tokens' -> False | 'tests' -> True | 'x' -> False
fields.is_logistic: 'timestamp' -> True | 'tokens' -> False | 'input_tokens' -> True | 'host' -> True | 'x' -> False
fields.sums_up: 'total' -> True | 'Mean:' -> True | 'accuracy (%)' -> True | 'all (n=20)' -> True | 'all (x)' -> False | '-5' -> False |
    '--' -> False | '+ 5' -> False | '#1' -> False | '#1a' -> False | '#a' -> True | 'average' -> True | 'q1' -> False | '5' -> False
fields.of_which_sum: 'algebra total' -> 'algebra' | 'Mean of algebra' -> 'algebra' | 'mean for linear algebra' -> 'linear algebra' |
    'total' -> '' | 'of mean' -> 'of' | 'linear algebra total' -> 'linear algebra' | 'x y' -> '' | 'mean algebra' -> 'algebra'
fields.reached: {'a': [{'b': 1}]}, 'a.0.b' -> 1 | {'a': [1]}, 'a.1' -> None | {'a': [1]}, 'a.x' -> None | {'A ': 2}, 'a' -> 2 |
    {'a': 1}, 'a.b' -> None | {'a': 1, 'A': 2}, 'a' -> "!the field 'a' occurs twice; rename or remove"
fields.some: ['a', 'b', 'c'], 2 -> "'a', 'b', ..." | ['a', 'b', 'c'], 3 -> "'a', 'b', 'c'" | ['a', 'b', 'c'], 4 -> "'a', 'b', 'c'" |
    [], 2 -> ''
readings.cells.list_in: '[1, 0]' -> [1, 0] | '[True, None]' -> [True, None] | "['a']" -> ['a'] | '{}' -> None | 'x' -> None |
    '[nan]' -> [None] | '[1' -> None | '7' -> None | '[True, None, nan]' -> [True, None, None]
readings.cells.marks_of: '0110' -> [0, 1, 1, 0] | 'PPF' -> [1, 1, 0] | 'ft' -> [0, 1] | '' -> '' | '012' -> '012' | '✗✓' -> [0, 1] |
    'yn' -> [1, 0] | 5 -> 5 | 'nY' -> [0, 1] | '01F' -> '01F' | 11 -> [1, 1]
readings.cells.are_ticks: ['✓', '✗'] -> False | ['✓✗', '✗✗'] -> True | ['✓✗', '××'] -> False | ['✓✗', ''] -> False | [1] -> False
readings.cells.value_of: '1', True -> 1 | '1.0', True -> 1 | '1.00', True -> 1 | '0e5', True -> '0e5' | 'true', True -> True |
    '5', True -> 5 | '0110', True -> '0110' | '1,5', True -> '1,5' | '123456789', True -> 123456789 | '1234567890', True -> 1234567890.0 |
    'x', True -> 'x' | '1e0', True -> '1e0' | '1', False -> 1 | '1.0', False -> 1.0 | '1.00', False -> 1.0 | '0e5', False -> 0.0 |
    'true', False -> 'true' | '5', False -> 5 | '0110', False -> '0110' | '1,5', False -> '1,5' | '123456789', False -> 123456789 |
    '1234567890', False -> 1234567890.0 | 'x', False -> 'x' | '1e0', False -> 1.0 | '007', True -> '007' | '[1, 0]', True -> '[1, 0]' |
    '1.000e+00', True -> 1 | '0.5', True -> 0.5 | '0', True -> 0 | 'TRUE', True -> True
readings.cells.is_value: '1' -> True | 'x' -> False | '-1.5' -> True | '1,' -> True | 'nan' -> True | '' -> True | '.5' -> True |
    '1e3' -> True | 'e3' -> False
readings.names.cost_as_question: 'task_id' -> 0 | 'id' -> 0 | 'question' -> 0 | 'problem number' -> 1 | 'passed' -> None |
    'seed' -> None | 'latency' -> 4 | 'the x' -> 3 | 'foo' -> 3 | 'index' -> 0 | 'sample_idx' -> 2
readings.names.cost_as_outcome: 'passed' -> 0 | 'a.passed' -> 0 | 'is_ok' -> 1 | 'failed' -> 2 | 'foo' -> 3 | 'error count' -> 2
readings.names.surely_outcome: 'is_correct' -> True | 'was' -> False | 'is' -> False | 'correct2' -> False | 'label' -> False |
    'was passed' -> True
readings.names.are_models: ['gpt-4o', 'o1'] -> True | ['gpt-4o_2', 'gpt-4o_3'] -> True | ['gpt-4o_1', 'gpt-4o_3'] -> True |
    ['gpt-4o_1', 'gpt-4o_2'] -> False | ['gpt-4o_0', 'gpt-4o_9'] -> True
readings.names.only_numbers: 'k' -> True | 'no' -> True | 'id' -> False | 'the x' -> False | 'name' -> False
readings.trial_names.numbered: 't0' -> ('t', 0) | 'run 1' -> ('run ', 1) | '2' -> ('', 2) | 'a' -> ('a letter', 97) | 'ab' -> None |
    'pass@1' -> None | 'run1_correct' -> ('run', 1) | '1st' -> ('', 1) | 'run1_x' -> None | '1234567890' -> None |
    'é' -> ('a letter', 233)
readings.trial_names.number_at_end: ['q1#0', 'q1#1', 'q2#0', 'q2#1'] -> ('#', ['q1', 'q2']) | ['q1#0', 'q1#1', 'q2#0'] -> None |
    ['q1#0', 'q1#1', 'q2#0', 'q2#2'] -> None | ['q1#1', 'q1#2', 'q2#1', 'q2#2'] -> ('#', ['q1', 'q2']) |
    ['q1#2', 'q1#3', 'q2#2', 'q2#3'] -> None | ['q_run2', 'q_run5', 'p_run2', 'p_run5'] -> ('_run', ['q', 'p']) |
    ['q1_0', 'q1_1', 'q2_0', 'q2_1'] -> None | ['q#0', 'q#1', 'q#2', 'p#0', 'p#1', 'p#2'] -> None | ['q#0', 'p#0', 'r#0', 's#0'] -> None |
    ['q#0', 'q#1', 'q#2', 'q#3'] -> None | ['q#0', 'q-1', 'p#0', 'p-1'] -> None | ['q', 'a', 'b', 'c'] -> None |
    ['math/0', 'math/1', 'math/2', 'math/3'] -> None | ['a/0', 'a/1', 'b/0', 'b/1'] -> None | ['1-7', '1-8', '2-7', '2-8'] -> None |
    ['a_run0', 'a_run1', 'b_run0', 'b_run1'] -> ('_run', ['a', 'b'])
readings.trial_names.is_trial_name: 'run 1' -> True | 'out/trial_1.json' -> True | 'a' -> False | 'x1' -> False | 'my_run1' -> True |
    '1' -> False | 'out/q_1.json' -> False | 'run' -> False
readings.trial_names.are_trial_names: ['run 1', 'run 2'] -> True | ['a-run1', 'b-run1'] -> False | ['run 1', 'trial 1'] -> False |
    ['x'] -> False
readings.trial_names.is_surely_trial: 'trial_0' -> True | 't0' -> False | 'sample_0' -> False | 'run1' -> True | 'q1' -> False |
    't0', 1 -> True | 't0', 0 -> True
readings.values.goodness: 'pass' -> 4 | 'x' -> 6 | 'fail' -> 17 | 'correct' -> 10
readings.values.is_outcome: 1 -> True | 0 -> True | 2 -> False | '1,0' -> False | 'yes' -> True | 'x' -> False | [1] -> False |
    0.5 -> False | '1/1' -> True
conversions.convert: 'lines', '2-9' -> (2, 9) |
    'lines', '-9' -> '!expected the first line and the last, such a' | 'lines', 'x-2' -> '!expected the first line and the last, such a' |
    'lines', '2' -> '!expected the first line and the last, such a' | 'missing', 'bounds=1' -> 'bounds=1' |
    'missing', 'bounds=0' -> '!expected bounds=N, where N is the number of ' |
    'missing', 'bounds=x' -> '!expected bounds=N, where N is the number of ' |
    'missing', 'own=2' -> '!expected bounds=N, where N is the number of ' | 'missing', 'own' -> 'own' | 'of', '1' -> 1 |
    'of', '0' -> '!expected a whole number, at most 1,000,000; ' | 'of', 'x' -> '!expected a whole number, at most 1,000,000; ' |
    'of', '999999999999999999999999999999' -> '!expected a whole number, at most 1,000,000; ' | 'confidence', '0.5' -> 0.5 |
    'confidence', '0' -> '!expected a number between 0 and 1, such as 0' |
    'confidence', '1.5' -> '!expected a number between 0 and 1, for 1.5 %' |
    'confidence', '100' -> '!expected a number between 0 and 1, such as 0' |
    'confidence', '99' -> '!expected a number between 0 and 1, for 99 % ' | 'power', '0.5' -> 0.5 |
    'power', '0.49' -> "!expected a number from 0.5 to below 1, got '" | 'power', '1' -> "!expected a number from 0.5 to below 1, got '" |
    'beta0', '0' -> "!expected a positive number, got '0'" | 'beta0', '0.1' -> 0.1 | 'plan', '0,1' -> (0.0, 1.0) |
    'plan', '1,0.5' -> (1.0, 0.5) | 'plan', '0.5,0.5' -> '!expected a half width, or two rates of succe' |
    'plan', '-0.1,0.5' -> '!expected a half width, or two rates of succe' |
    'plan', '0.5,1.1' -> '!expected a half width, or two rates of succe' |
    'plan', '0.1,0.2,0.3' -> '!expected a half width, or two rates of succe' | 'budget', '1,0,1' -> (1.0, 0.0, 1.0) |
    'budget', '1,1,0' -> '!expected BUDGET,QUESTION,TRIAL: an amount an' |
    'budget', '0,1,1' -> '!expected BUDGET,QUESTION,TRIAL: an amount an' |
    'budget', '1,-1,1' -> '!expected BUDGET,QUESTION,TRIAL: an amount an' |
    'budget', '1,1' -> '!expected BUDGET,QUESTION,TRIAL: an amount an' | 'weights', '0,1e300' -> [0.0, 1e+300] |
    'weights', '0,1e301' -> '!expected weights of at most 1e+300 in size, ' |
    'weights', '0' -> '!expected two to 1,000 weights with commas be' | 'scores', '0,1e300' -> (0.0, 1e+300) |
    'scores', '-1e300,0' -> (-1e+300, 0.0) | 'scores', '-1e301,0' -> '!expected ends of at most 1e+300 in size, got' |
    'scores', '0,1e301' -> '!expected ends of at most 1e+300 in size, got' | 'k', '1,3-4' -> [1, 3, 4] | 'k', '5-5' -> [5] |
    'k', '4-3' -> '!expected positive integers, such as 1,2,4 or' | 'k', '1-1001' -> '!expected positive integers, such as 1,2,4 or' |
    'k', '0' -> '!expected positive integers, such as 1,2,4 or' | 'judges', 'a,b' -> 'a,b' |
    'judges', 'a,a' -> '!expected two fields with a comma between the' |
    'judges', 'a' -> '!expected two fields with a comma between the' |
    'judges', 'a,b,c' -> '!expected two fields with a comma between the' | 'counts', 'n' -> ('n',) | 'counts', 'n,c' -> ('n', 'c') |
    'counts', 'n,n' -> '!expected two names with a comma between them' |
    'counts', 'n,c,d' -> '!expected two names with a comma between them' |
    'counts', 'n,' -> '!expected two names with a comma between them' | 'where', 'a=1' -> 'a=1' |
    'where', 'a' -> "!expected KEY=VALUE, got 'a'" | 'where', '=1' -> "!expected KEY=VALUE, got '=1'" | 'skip', 'a=' -> 'a=' |
    'success', ',' -> '!expected words with commas between them, got' |
    'metrics', 'all' -> ['all'] | 'metrics', 'pass,all' -> ['pass', 'all'] |
    'metrics', 'al' -> "!unknown metric 'al'; choose from avg, bayes," | 'k', '' -> '!expected positive integers, such as 1,2,4 or' |
    'k', '1,x' -> '!expected positive integers, such as 1,2,4 or' | 'k', '0-2' -> '!expected positive integers, such as 1,2,4 or' |
    'k', '1-' -> '!expected positive integers, such as 1,2,4 or' | 'k', '1-2-3' -> '!expected positive integers, such as 1,2,4 or' |
    'scores', '-1.5e308,1.5e308' -> '!expected ends of at most 1e+300 in size, got' |
    'scores', '1' -> '!expected LOW,HIGH, the range of the scale, s' |
    'scores', '0,nan' -> '!expected LOW,HIGH, the range of the scale, s' |
    'plan', '70,65' -> '!expected a half width, or two rates of succe' | 'plan', '-0.1' -> "!expected a positive number, got '-0.1'"
differences.in_words:
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, 0.2), (0.0, -0.2, -0.1)], [None, None, None]), 'x', 'y' -> 'x is better at k = 1, y at k = 4.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, 0.2), (0.0, -0.2, -0.1)], [2, 2, 2]), 'x', 'y' -> 'x is better at k = 1, y at k = 4.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, 0.2), (0.0, -0.2, -0.1)], [2, None, None]), 'x', 'y' -> 'x is better at k = 1, y at k = 4; y first draws level at k = 2, or at none up to 4.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, 0.2), (0.0, -0.2, -0.1)], [2, 4, 2]), 'x', 'y' -> 'x is better at k = 1, y at k = 4.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, 0.2), (0.0, -0.2, -0.1)], [1, 1, 1]), 'x', 'y' -> 'x is better at k = 1, y at k = 4.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, 0.1, 0.2), (0.0, 0.1, 0.2)], [None, None, None]), 'x', 'y' -> 'x is better at every k = 1 to 4.' |
    [1, 2, 4], ([(0.0, -0.2, -0.1), (0.0, -0.2, -0.1), (0.0, 0.1, 0.2)], [None, None, None]), 'x', 'y' -> None |
    [1, 2, 4], ([(0.0, -0.2, 0.2), (0.0, -0.2, 0.2), (0.0, -0.2, 0.2)], [None, None, None]), 'x', 'y' -> '' |
    [1, 2, 4], ([(0.0, -0.2, 0.2), (0.0, -0.2, -0.1), (0.0, -0.2, 0.2)], [None, None, None]), 'x', 'y' -> None |
    [1, 2, 4], ([(0.0, -0.2, 0.2), (0.0, 0.1, 0.2), (0.0, -0.2, 0.2)], [None, None, None]), 'x', 'y' -> 'x is better at k = 2.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, 0.2), (0.0, 0.1, 0.2)], [None, None, None]), 'x', 'y' -> 'x is better at k = 1 and 4.' |
    [1, 2, 4], ([(0.0, -0.2, 0.2), (0.0, 0.1, 0.2), (0.0, 0.1, 0.2)], [None, None, None]), 'x', 'y' -> 'x is better from 2 on.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, 0.1, 0.2), (0.0, -0.2, 0.2)], [None, None, None]), 'x', 'y' -> 'x is better at k = 1 to 2.' |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, -0.1), (0.0, -0.2, -0.1)], [None, None, None]), 'x', 'y' -> 'x is better at k = 1, y from 2 on.' |
    [1, 2, 4], ([(0.0, -0.2, 0.2), (0.0, -0.2, -0.1), (0.0, 0.1, 0.2)], [None, None, None]), 'x', 'y' -> None |
    [1, 2, 4], ([(0.0, 0.1, 0.2), (0.0, -0.2, -0.1), (0.0, 0.1, 0.2)], [None, None, None]), 'x', 'y' -> 'x is better at k = 1 and 4, y at k = 2.' |
    [3], ([(0.0, 0.1, 0.2)], [None]), 'x', 'y' -> 'x is better at k = 3.' |
    [1, 2], ([(0.0, 0.1, 0.2), (0.0, 0.1, 0.2)], [None, None]), 'x', 'y' -> 'x is better at every k = 1 to 2.' |
    [1, 2], ([(0.1, 0.0, 0.2), (0.2, 0.1, 0.3)], [None, None]), 'x', 'y' -> 'x is better at k = 2.' |
    [1, 2], ([(0.2, 0.1, 0.3), (-0.1, -0.2, 0.0)], [None, None]), 'x', 'y' -> 'x is better at k = 1.'
help._kind: ["text"] -> {'type': 'string'} | ["null", "|", "number"] -> {'anyOf': [{'type': 'number'}, {'type': 'null'}]} |
    ["[]", "[]", "count"] -> {'type': 'array', 'items': {'type': 'array', 'items': {'type': 'integer', 'minimum': 0}}} |
    ["a/b", "|", "[]", "text"] -> {'anyOf': [{'type': 'array', 'items': {'type': 'string'}}, {'enum': ['a', 'b']}]} |
    ["}", "text", "y:", "count", "x?:", "{"] -> {'type': 'object', 'properties': {'x': {'type': 'integer', 'minimum': 0}, 'y': {'type': 'string'}}, 'required': ['y'], 'additionalProperties': False} |
    ["}", "number", "*:", "{"] -> {'type': 'object', 'properties': {}, 'required': [], 'additionalProperties': {'type': 'number'}} |
    ["1"] -> {'const': 1} | ["number"] -> {'type': 'number'} | ["boolean"] -> {'type': 'boolean'}
settings.promised: None, 'n' -> 0 | '', 'n' -> 0 | '12', 'n' -> 12 | 2.0, 'n' -> 2 |
    0, 'n' -> '!n: 0 is not a number of trials' | 1, 'n' -> 1 | 1.5, 'n' -> '!n: 1.5 is not a number of trials' |
    'x', 'n' -> "!n: 'x' is not a number of trials" | 1000000000, 'n' -> 1000000000 |
    1000000001, 'n' -> '!n is 1000000001; at most 1,000,000,000 trial' |
    '00000000000000000012', 'n' -> "!n: '00000000000000000012' is not a number of" | '0000000000000000012', 'n' -> 12 |
    True, 'n' -> '!n: true is not a number of trials'
slices._word: ' a ' -> 'a' | 1.0 -> '1' | 1.5 -> '1.5' | 9223372036854775808.0 -> '9.223372036854776e+18' |
    9223372036854775807 -> '9223372036854775807' | 9223372036854775808 -> '0x8000000000000000' |
    9.2e18 -> '9200000000000000000'
slices._number: '5' -> 5.0 | 'x' -> None | 'inf' -> None | '-inf' -> None
pictures.round_numbers: 0.0, 1.0 -> [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] | 0.4, 0.6 -> [0.4, 0.45, 0.5, 0.55, 0.6] |
    0.5, 0.5 -> [0.5, 0.51] | 1.0, 1.0 -> [1.0, 1.01] | 1.5, 1.5 -> [1.5, 1.5000000005] | 5, 5 -> [5.0, 5.000000001] |
    0, 1000 -> [0.0, 200.0, 400.0, 600.0, 800.0, 1000.0] | -3, 7 -> [-4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0] |
    1.0, 1.04 -> [1.0, 1.01, 1.02, 1.03, 1.04] | 0.0, 0.04 -> [0.0, 0.01, 0.02, 0.03, 0.04] |
    0, 5.5 -> [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0] | 0, 11 -> [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0] |
    0, 27.5 -> [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0] | 0, 55 -> [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]
pictures.dense_k: 1 -> [1] | 16 -> [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] |
    17 -> [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] |
    20 -> [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20] |
    40 -> [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 23, 27, 32, 38, 40] | 3, 65536 -> [1, 2, 3]
metric_names.most_k: 1 -> 1 | 1448 -> 1448 | 1449 -> 1447 | 3000 -> 699 | 3000000 -> 1 | 4, 1048576 -> 2 | 9, 65536 -> 8 |
    9, 4194305 -> 1
drawing.width: '' -> 0.0 | 'abc' -> 24.57 | 'MW@%mw' -> 71.76 | 'ABC' -> 29.25 | '模型' -> 32.76
drawing.fit: 'abcdefghij', 100 -> 'abcdefghij' | 'abcdefghij', 60 -> 'a...hij' | 'abcdefghij', 8 -> '...' |
    'ABCDEFGHIJ', 80 -> 'A...GHIJ' | 'x', 1 -> 'x'
drawing.lines_of: 'some long name of a model', 400 -> ['some long name of a model'] |
    'some long name of a model', 100 -> ['some long', 'name of a', 'model'] |
    'some long name of a model', 60 -> ['some', 'long', 'name', 'of a', 'model'] |
    'abcdef', 9 -> ['a', 'b', 'c', 'd', 'e', 'f'] | 'a', 1 -> ['a']
run.distinct: ['a/x.json', 'b/x.json'] -> ['a', 'b'] | ['a/b/x.json', 'a/c/x.json'] -> ['b', 'c'] | ['x', 'x'] -> ['x', 'x'] |
    ['m/a.csv', 'm/b.csv'] -> ['a', 'b'] | ['a/x.jsonl', 'x.jsonl'] -> ['a/x', 'x']
explained._plain_name: 'a (1)' -> 'a' | 'a-copy' -> 'a' | 'a_copy' -> 'a' | 'acopy' -> 'acopy' | 'a(12)' -> 'a' |
    'copy' -> 'copy'
readings.names.kind_of_names: ['gpt-4o', 'o1'] -> 'run' | ['gsm8k', 'math'] -> 'task' | ['gpt-4o', 'x'] -> 'run' |
    ['gpt-4o', 'gsm8k'] -> '' | ['gpt-4o'] -> 'run' | ['x'] -> '' | ['gpt-4o', 'x', 'y'] -> '' |
    ['gsm8k', 'x', 'gsm8k_cot'] -> 'task'
readings.names.role_of_names: 'tasks' -> '' | '' -> '' | 'ids' -> 'question' | 'models' -> 'run'
readings.names.has_other_role: 'log' -> True | 'o1_code' -> False | 'id' -> False | 'cost' -> True
readings.names.is_model: 'phi-4' -> True | 'x' -> False | 'gpt' -> True
readings.around._below_titles: ['# c\\n', 'id,passed\\n', 'a,1\\n', 'b,0\\n'] -> 0 |
    ['my run of june\\n', ',t1,t2\\n', 'a,1,0\\n', 'b,0,1\\n'] -> 1 | ['q0\\n', 'q1,1\\n', 'q3,0\\n', 'q2,1\\n'] -> 0 |
    ['a report\\n', 'id,passed\\n', 'a,1\\n', 'b,0\\n', '2 rows\\n'] -> 1
readings.csv_lines._inside: ['sep=', ''] -> ['sep='] | ['', 'a', 'b', ''] -> ['a', 'b'] | ['', '---', ':-:', ''] -> [] |
    ['a', 'b'] -> ['a', 'b'] | ['', ''] -> []
readings.families.ticks_in: [{'id': 'b', 't': '✗✗'}] -> 't' | [{'id': 'b', 't': '✗✓'}, {'id': 'c', 't': '✓✓'}] -> 't' |
    [{'id': 'b', 't': 'x'}] -> ''
readings.header.joined_names:
    ['x', 'gpt', '', 'qwen', ''], ['seed', '1', '2', '1', '2'] -> ['seed', 'gpt 1', 'gpt 2', 'qwen 1', 'qwen 2'] |
    ['', 'gpt', '', 'qwen', ''], ['', 'run1', 'run2', 'run1', 'run2'] -> ['', 'gpt run1', 'gpt run2', 'qwen run1', 'qwen run2'] |
    ['x', 'gpt', '', 'qwen', ''], ['', '1', '2', '1', '2'] -> [] |
    ['x', 'gpt', '', 'qwen', ''], ['id', '1', '2', '2', '1'] -> [] |
    ['x', '', 'gpt', 'qwen', ''], ['id', 'a', 'b', 'a', 'b'] -> [] |
    ['x', 'gpt', '', '', 'qwen', '', ''], ['x', '1', '2', '3', '1', '2', '3'] -> ['x', 'gpt 1', 'gpt 2', 'gpt 3', 'qwen 1', 'qwen 2', 'qwen 3'] |
    ['x', 'gpt', ''], ['id', 'a', 'a'] -> [] | ['x', 'gpt', 'qwen'], ['id', 'a', 'a'] -> [] |
    ['', 'gpt', '', 'qwen', ''], ['y', '1', '2', '1', '2'] -> ['y', 'gpt 1', 'gpt 2', 'qwen 1', 'qwen 2'] |
    ['x', 'gpt', '', 'qwen', ''], ['y', '1', '2', '1', '2'] -> [] | ['', 'gpt', 'qwen'], ['id', '1', '1'] -> [] |
    ['trial', 'a', 'a', 'b', 'b'], ['id', '0', '1', '0', '1'] -> ['id', 'a 0', 'a 1', 'b 0', 'b 1'] |
    ['id', 'a', 'a', 'a'], ['q0', '0', '1', '2'] -> ['q0', 'a 0', 'a 1', 'a 2'] | ['id', 'a', 'a'], ['q0', '0', '1'] -> [] |
    ['id', 'a', 'b'], ['q0', '0', '1'] -> [] | ['', 'a', 'a', 'b', 'b'], ['q0', '0', '1', '1', '0'] -> [] |
    ['id', 'a', '', ''], ['q0', '1', '', ''] -> [] | ['id', 'a', 'a'], ['q0', 'x', 'x'] -> [] | ['id'], ['q0'] -> []
readings.totals.totals_among: [{'model': 'x', 't0': 100, 't1': 1}] -> '' |
    [{'model': 'o1', 'q1': 0, 'q2': 1, 'q3': 1}, {'model': 'gpt-4o', 'q1': 1, 'q2': 0, 'q3': 1}] -> '' |
    [{'model': 'o1', 'solved': 300, 'total': 500}, {'model': 'gpt-4o', 'solved': 250, 'total': 500}] -> 'solved,total' |
    [{'model': 'm', 'solved': 1, 'size': 1}, {'model': 'n', 'solved': 0, 'size': 1}] -> '' |
    [{'model': 'm', 'solved': 3, 'size': 2}, {'model': 'n', 'solved': 2, 'size': 2}] -> '' |
    [{'model': 'm', 'solved': 1, 'size': 2}, {'model': 'n', 'solved': 2, 'size': 3}] -> '' |
    [{'model': 'm', 'solved': 0.5, 'size': 2}, {'model': 'n', 'solved': 1, 'size': 2}] -> '' |
    [{'model': 'm', 'solved': 1, 'size': 2}, {'model': 'm', 'solved': 2, 'size': 2}] -> '' |
    [{'model': 'm', 'solved': 1, 'size': 2}] -> '' |
    [{'model': 'm', 'solved': 1, 'size': 2}, {'model': 'n', 'solved': 2, 'size': 2}] -> 'solved,size'
readings.sidecars.named_by: 'tau-bench', 'x/tool-calling-gpt-4o-0.0_range_0-5' -> ('gpt-4o', '') | 'x', 'y' -> ('', '') |
    'tau-bench', 'act-org__gpt-1.0_range_0--1' -> ('org/gpt', '')
readings.sidecars.as_one: ['p/org/m', 'org/m', ''], ['a', 'b', 'b'] -> ['org/m', 'org/m', ''] |
    ['p/org/m', 'org/m'], ['a', 'a'] -> ['p/org/m', 'org/m'] | ['p/q/m', 'q/m', 'm'], ['a', 'b', 'b'] -> ['m', 'q/m', 'm']
readings.sidecars._agreed: ['a', '', 'a'] -> 'a' | ['a', 'b'] -> '' | [''] -> ''
readings.wanted._sum: {'id': 'q1', 'wrong': 1, 'n': '1'}, 'n-wrong' -> 0 | {'failed': '3', 'total': '4'}, 'total-failed' -> 1 |
    {'a': 1, 'b': 2.0}, 'a+b' -> 3 | {'a': 1}, 'a+b' -> None
readings.values._odd_value: [1, 0, 0.5], [1, 0] -> None | [1, 0, 'x'], [1, 0] -> 'x'
tables._on_the_point:
    ('Pass@2', '100.0 [53.9, 100.0]', '97.6 [53.0, 100.0]', '') -> ['Pass@2', '100.0 [53.9, 100.0]', ' 97.6 [53.0, 100.0]', '']
tables.turned: [('k', 'Max@k'), ('2', '0.750 [0.314, 0.945]')], 1 -> [('', '2'), ('Max@k', '0.750 [0.314, 0.945]')] |
    [('a', 'b', 'c'), (1, 2, 3), (4, 5, 6)], 1 -> [('', 1, 4), ('b', 2, 5), ('c', 3, 6)]
source._checked: 'a\\udce2\\udc82', 1, True -> 'a' |
    'a\\udce2\\udc82', 1, False -> '!line 1: not a text file in UTF-8 (byte 0xe2)' |
    'a\\udc80', 1, True -> '!line 1: not a text file in UTF-8 (byte 0x80)' | 'a\\udcf0\\udc9f\\udc98', 1, True -> 'a' |
    'a\\udcf4\\udcbf\\udcbf\\udcbf', 1, True -> '!line 1: not a text file in UTF-8 (byte 0xf4)' | 'a\\udce2', 1, True -> 'a' | 'a\\udcc1', 1, True -> '!line 1: not a text file in UTF-8 (byte 0xc1)' |
    '\\ufeffa', 1, False -> 'a' | '\\ufeffa', 2, False -> '\\ufeffa' |
    'a\\nb\\n\\0', 3, False -> '!line 5: not a text file (it has a zero byte)' |
    '\\na\\udce9', 1, False -> '!line 2: not a text file in UTF-8 (byte 0xe9)' |
    'é\\n\\n\\udce9', 2, False -> '!line 4: not a text file in UTF-8 (byte 0xe9)' |
    '\\udcff\\udcfea\\0', 1, False -> '!the file is in UTF-16; save it in UTF-8'
folders.may_hold_results: b'{"a": 1}' -> True | b'[1, 0]' -> True | b'[x]' -> False | b'PAR1' -> True | b'hello world' -> False |
    b'id,passed\\na,1\\nb,0\\n' -> True | b'id,passed\\na,1\\n' -> False | b'id,passed\\na,1,2\\nb,0\\n' -> False |
    b'1\\n0\\n1\\n' -> False | b'1 0\\n0 1\\n1 1\\n' -> True | b'a b\\nc d\\ne f\\n' -> False | b'\\0\\0' -> False |
    b'x,y\\n1,0\\n0,1\\n' -> True | b'some, text\\nand 2, more\\nof 3, that\\n' -> True | b'\\xff\\xfe{\\x00"\\x00' -> True |
    b'[[0, 1' -> True | b'{"a": 1' -> True | b'\\xef\\xbb\\xbf[true' -> True | b'[tool]\\nx = 1' -> False | b'{% if x %}' -> False |
    b'\\x1f\\x8b?' -> False | b'\\x89PNG\\0' -> False | b'id|ok\\n--|--\\nq|1\\nr|0' -> True | b'a,b\\n"x, y",1\\nz,0' -> True |
    b'q\\t1\\nr\\t0\\ns\\t1' -> True | b'2025-01-01 10:00:00,123 a\\n2025-01-01 10:00:01,123 b\\n2025-01-01 10:00:02,123 c' -> False |
    b'Runs, of two\\nmodels, on one GPU' -> False | b'a word\\nby word\\nby word' -> False
text._is_formula: '+5' -> False | '-5.5' -> False | '=a' -> True | '+x' -> True | '-1.2.3' -> True | "'=a" -> True |
    'a' -> False | '@x' -> True | '5' -> False | '+' -> True | '-a5' -> True
formats.inspect._number: 'C' -> 1 | 'I' -> 0 | 'P' -> 0.5 | 'N' -> 0 | 'yes' -> 1 | 'YES' -> 1 | 'true' -> 1 | 'no' -> 0 |
    'false' -> 0 | 'c' -> 'c' | '0.5' -> 0.5 | 'x' -> 'x' | None -> None | 3 -> 3
beside.answer_key: ['answer'], ('answer',) -> 'answer' | ['x'], ('answer',) -> '!cons@k needs the answer, and there is no fie' |
    ['x'], ('answer', 'prediction') -> '!cons@k needs the answer, and there is no fie' |
    ['answer', 'prediction'], ('prediction', 'answer') -> 'prediction' |
    ['a', 'b'], ('a', 'b') -> "!fields 'a' and 'b' may hold the answer; use "
run._by_class: [2, 1], [0, 1], None -> (2, 1) | [2, 1, 3], [2, 0, 1], (0, 0.5, 1) -> (1, 3, 2) |
    [0, 4], [1, 0], None -> (4, 0)
explained.is_in: 'a', 'x/a.json' -> True | 'b', 'x/a.json' -> False | 'x', 'x/a.json' -> True
formats.table._is_evalplus: {'eval': 1, 'hash': 'x'} -> True | {'eval': 1} -> False | {'eval': {'a': []}} -> True |
    {'eval': {'a': {}}} -> False
formats.table._is_swe_bench: {'resolved_ids': 1, 'unresolved_ids': [], 'schema_version': 2} -> True |
    {'a': {'resolved': True, 'patch_exists': True}} -> True | {'a': {'resolved': True}} -> False | {'resolved': []} -> False |
    {'resolved': 1} -> False
formats.table.format_of: {'trial_name': 'a', 'is_resolved': True, 'failure_mode': None} -> 'terminal-bench' |
    {'trial_name': 'a', 'is_resolved': True} -> 'records' | {'results': [], 'n_resolved': 1, 'n_unresolved': 2} -> 'terminal-bench' |
    {'results': [{'is_resolved': True}]} -> 'terminal-bench' | {'results': []} -> 'records' | {'results': {'results': []}} -> 'records' |
    {'results': {'results': [], 'stats': {}}} -> 'promptfoo' | {'promptIdx': 0, 'testIdx': 0, 'success': True} -> 'promptfoo' |
    {'promptIdx': 0, 'testIdx': 0} -> 'records' | {'details': [{'pred': 1, 'correct': True}]} -> 'opencompass' |
    {'details': [{'pred': 1}]} -> 'records' | {'details': {'0': {}}} -> 'opencompass' | {'details': {}} -> 'records' |
    {'details': [{'example_abbr': 'x'}]} -> 'opencompass' | {'eval': {'a': [{'status': 1}]}} -> 'bigcodebench' |
    {'eval': {'a': [], 'b': [{'status': 1}]}} -> 'bigcodebench' | {'eval': {'a': [{'status': 1, 'base_status': 1}]}} -> 'evalplus' |
    {'instance_id': 1, 'train_trial_index': 0, 'stats': {}} -> 'records' | {'eval': [], 'status': 1} -> 'records'
formats.table._is_braintrust: {'input': 1, 'scores': {'a': 1}, 'output': 1, 'expected': 2} -> True |
    {'input': 1, 'scores': {'a': 'x'}, 'output': 1, 'expected': 2} -> False | {'input': 1, 'scores': {'a': 1}} -> False |
    {'input': 1, 'root_span_id': 'x'} -> True | {'results': [{'input': 1, 'root_span_id': 'x'}]} -> True |
    {'results': [{'results': []}]} -> False
readings.values.scales:
    [1, 5, 3, 4], [1, 5, 3, 4], '--outcome=x', 'rating' -> [(['--outcome=x', '--scores=1,5'], 0), (['--outcome=x', '--threshold=3'], 1), (['--outcome=x', '--threshold=5'], 2)] |
    [1, 2, 3, 10], [1, 2, 3, 10], '--outcome=x', 'score' -> [(['--outcome=x', '--scores=0,10'], 0), (['--outcome=x', '--threshold=5'], 1), (['--outcome=x', '--threshold=10'], 2)] |
    [0, 0.5, 1], [0, 0.5, 1], '--outcome=x', 'score' -> [(['--outcome=x', '--scores'], 0), (['--outcome=x', '--threshold=0.5'], 1), (['--outcome=x', '--threshold=1'], 2)] |
    [30, 100, 10], [30, 100, 10], '--outcome=x', 'score' -> [(['--outcome=x', '--scores=0,100'], 0), (['--outcome=x', '--threshold=50'], 1), (['--outcome=x', '--threshold=100'], 2)] |
    [0, 2], [0, 2], '--outcome=x', 'x' -> [(['--outcome=x', '--success=2'], 0), (['--outcome=x', '--success=0'], 1), (['--outcome=x', '--scores=0,2'], 0), (['--outcome=x', '--threshold=1'], 1), (['--outcome=x', '--threshold=2'], 2)] |
    [1, 7, 3], [1, 7, 3], '--outcome=x', 'x' -> [(['--outcome=x', '--scores=1,7'], 0), (['--outcome=x', '--threshold=4'], 1), (['--outcome=x', '--threshold=7'], 2)] |
    [0, 5], [0, 5], '--outcome=x', 'x' -> [(['--outcome=x', '--success=5'], 0), (['--outcome=x', '--success=0'], 1), (['--outcome=x', '--scores=0,5'], 0), (['--outcome=x', '--threshold=2.5'], 1), (['--outcome=x', '--threshold=5'], 2)] |
    [0, 10, 7], [0, 10, 7], '--outcome=x', 'x' -> [(['--outcome=x', '--scores=0,10'], 0), (['--outcome=x', '--threshold=5'], 1), (['--outcome=x', '--threshold=10'], 2)] |
    [-1, 1], [-1, 1], '--outcome=x', 'x' -> [(['--outcome=x', '--success=1'], 0), (['--outcome=x', '--success=-1'], 1), (['--outcome=x', '--scores=-1,1'], 2), (['--outcome=x', '--threshold=0'], 3), (['--outcome=x', '--threshold=1'], 4)] |
    [0.2, 0.7], [0.2, 0.7], '--outcome=x', 'x' -> [(['--outcome=x', '--success=0.7'], 0), (['--outcome=x', '--success=0.2'], 1), (['--outcome=x', '--scores'], 0), (['--outcome=x', '--threshold=0.5'], 1), (['--outcome=x', '--threshold=0.7'], 2)] |
    [1200, 1350], [1200, 1350], '--outcome=x', 'elo' -> [(['--outcome=x', '--success=1350'], 0), (['--outcome=x', '--success=1200'], 1), (['--outcome=x', '--scores=0,1351'], 2), (['--outcome=x', '--threshold=675.5'], 3), (['--outcome=x', '--threshold=1350'], 4)] |
    [0, 101], [0, 101], '--outcome=x', 'x' -> [(['--outcome=x', '--success=101'], 0), (['--outcome=x', '--success=0'], 1), (['--outcome=x', '--scores=0,102'], 2), (['--outcome=x', '--threshold=51'], 3), (['--outcome=x', '--threshold=101'], 4)] |
    [1, 10], [1, 10], '--outcome=x', 'x' -> [(['--outcome=x', '--success=10'], 0), (['--outcome=x', '--success=1'], 1), (['--outcome=x', '--scores=0,10'], 0), (['--outcome=x', '--threshold=5'], 1), (['--outcome=x', '--threshold=10'], 2)] |
    [2, 2], [2, 2], '--outcome=x', 'x' -> [(['--outcome=x', '--scores=0,2'], 0), (['--outcome=x', '--threshold=1'], 1), (['--outcome=x', '--threshold=2'], 2)]
readings.header._counts: ['1', '2', '3'] -> True | ['0', '1'] -> True | ['2', '3'] -> False | ['1', '3'] -> False |
    ['1'] -> True | ['a', 'b'] -> False | ['2', '1'] -> False
run._trimmed: ['a_x', 'b_x'], False -> ['a', 'b'] | ['a.json', 'b.json'], True -> ['a', 'b'] |
    ['run1.jsonl', 'run2.jsonl'], True -> ['run1', 'run2'] | ['x', 'x'], False -> ['x', 'x']
run.look_like_trials: ['a_1.json', 'a_2.json'] -> False | ['a.json', 'b.json'] -> False |
    ['seed1.json', 'seed2.json'] -> True | ['a_1.json'] -> False | ['a_run1.json', 'b_run2.json'] -> False |
    ['seed_1.json', 'seed_1.json'] -> False
json_text._is_note: '# x' -> True | '// x' -> True | 'x' -> False | '' -> False | '2024-01-01 INFO x' -> True
json_text.is_comment: '# x' -> True | '// x' -> True | 'x' -> False | ' # x' -> True
json_text._flat: '{"a": 1}\\n{"a": 2}' -> [{'a': 1}, {'a': 2}] | '{"a": 1}' -> [{'a': 1}] | '[1]' -> None |
    '{"a": {"b": 1}}\\n' -> None
json_text.parsed: '{"a": 1,}' -> {'a': 1} | '[1, 2,]' -> [1, 2] | '{"a": 1' -> '!line 1, column 8: not valid JSON: Expecting ' |
    "{'a': 1}" -> {'a': 1} | '[1 2]' -> '!line 1, column 4: not valid JSON: Expecting ' |
    '[1,\\n x]', 3 -> '!line 4, column 2: not valid JSON: Expecting ' | 'x' -> '!line 1, column 1: not valid JSON: Expecting ' |
    '[01]' -> '!line 1, column 3: not valid JSON: Expecting '
readings.leaves._only_count: {'q1': None, 'q2': None} -> True | {1: None} -> True | {'a': None} -> False |
    {'question 7': None} -> True | {'item 1': None, 'x': None} -> False
readings.values.form: 1 -> '1' | 1.0 -> '1.0' | ' X ' -> 'X' | True -> 'true' | None -> 'None' | 0.50 -> '0.5'
readings.values.is_whole: 3, 0.33 -> True | 3, 0.3 -> False | 4, 0.25 -> True | 200, 0.125 -> True | 50, 0.495 -> True | 7, 0.14 -> True |
    4, 0.75 -> True | 4, 0.2 -> False | 60, 0.4951 -> False
settings.usual: None -> () | 'a, B ,c' -> ('a', 'b', 'c') | '' -> ()
grading.as_typed: '--split=id=a\\x1bb' -> "--split 'id=a\\\\x1bb'" | '--once' -> '--once'
readings.text_lines.are_marks: ['FFP', 'PPP'] -> True | ['F', 'P'] -> False | [] -> False
readings.text_lines.ends_in_outcome: '1) fail' -> True | 'q1: 0' -> True | 'Q1 pass' -> True | 'q 1' -> False | 'case 0' -> False |
    'q1' -> False | '' -> False
"""  # each function with the arguments and the value of some calls, or the start of a refusal


@pytest.mark.parametrize("cases", CASES.strip().replace("\n    ", " ").split("\n"), ids=lambda one: one.partition(":")[0])
def test_calls(cases):
    name, _, rows = cases.partition(":")
    function = getattr(importlib.import_module(f"{COMMAND}.{name.rpartition('.')[0]}"), name.rpartition(".")[2])
    for row in rows.split(" | "):
        given, _, expected = row.strip(" |").partition(" -> ")
        assert repr(called(function, *ast.literal_eval(f"({given},)"))) == repr(ast.literal_eval(expected)), row


def called(function, *arguments):
    try:
        found = function(*arguments)
        return [*found] if hasattr(found, "__next__") else found
    except ValueError as error:
        return f"!{error}"[:45]
