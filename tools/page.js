// What is inside the page: names of files, and their bytes, packed.
const bytesOf = async id => {
  const text = atob(document.getElementById(id).textContent), packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const moduleOf = async id => import(URL.createObjectURL(new Blob([await bytesOf(id)], {type: "text/javascript"})));
const at = id => document.getElementById(id);
const form = document.querySelector("form");
let names = [], runs = 0, work;  // the promise of what is being done

async function load() {
  const kinds = {wasm: "application/wasm", json: "application/json"};
  window.fetch = async url => {  // what Pyodide asks for is inside
    const name = String(url.url || url).split("/").pop();
    return new Response(await bytesOf(name), {headers: {"Content-Type": kinds[name.split(".").pop()] || "application/zip"}});
  };
  const [{loadPyodide}, made] = await Promise.all([moduleOf("pyodide.mjs"), moduleOf("pyodide.asm.mjs")]);
  const inside = {indexURL: "inside/", createPyodideModule: made.default};
  window.pyodide = await loadPyodide({...inside, lockFileContents: new TextDecoder().decode(await bytesOf("pyodide-lock.json"))});
  pyodide.unpackArchive(await bytesOf("scorio_lite.zip"), "zip", {extractDir: "/library"});
  window.command = pyodide.runPython(new TextDecoder().decode(await bytesOf("command.py")));
}
const loaded = load();

// A run of the command: its status, what it printed, and the file that it wrote.
async function run(...given) {
  await loaded;
  return command(pyodide.toPy([...names, ...options(), ...given])).toJs();
}

function options() {
  const found = [];
  for (const field of form.elements) {
    if (field.name === "options") found.push(...(field.value.match(/"[^"]*"|'[^']*'|\S+/g) || []).map(word => word.replace(/^(["'])(.*)\1$/, "$2")));
    else if (field.type === "checkbox" && field.checked) found.push(`--${field.name}`);
    else if (field.name && field.type === "text" && field.value) found.push(field.name === "k" ? "-k" : `--${field.name}`, field.value);
  }
  return found;
}

async function score() {
  if (!names.length) return;
  const mine = ++runs;
  at("status").textContent = "Scoring ...";
  await new Promise(done => setTimeout(done));  // so that the words show
  const [status, printed, errors, page] = await run("--json", "--html", "/out");
  if (mine !== runs) return;
  const known = printed ? JSON.parse(printed) : {};
  at("status").textContent = page ? {3: "A requirement is not met.", 4: "The data do not decide every requirement."}[status] || "" : "";
  const [error, ...numbers] = errors.split("\n  ");
  at("error").textContent = error;
  at("readings").replaceChildren(...(known.readings || []).map((one, i) => offer(one.options, numbers[i])));
  at("saves").hidden = !page;
  at("report").srcdoc = page;
  window.result = {status, printed, errors, page};
}

// A reading that fits: its numbers, and a button that takes its options.
function offer(options, numbers) {
  const line = document.createElement("p"), button = document.createElement("button");
  button.textContent = options.join(" ");
  button.addEventListener("click", () => {
    form.elements.options.value += ` ${options.map(word => / /.test(word) ? `"${word}"` : word).join(" ")}`;
    work = score();
  });
  line.append(button, ` ${numbers.split(":  ")[0]}`);
  return line;
}

async function take(files) {
  await loaded;
  command.clear();
  const tops = new Set();
  for (const [path, file] of files) {
    command.write(path, new Uint8Array(await file.arrayBuffer()));
    tops.add(path.split("/")[0]);
  }
  names = [...tops];
  await score();
}

// The files of what was dropped, with the paths from there.
async function filesOf(entry) {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise((found, failed) => entry.file(found, failed))]];
  const reader = entry.createReader(), found = [];
  for (;;) {
    const some = await new Promise((read, failed) => reader.readEntries(read, failed));
    if (!some.length) return found;
    for (const one of some) found.push(...await filesOf(one));
  }
}

for (const id of ["files", "folder"]) {
  at(id).addEventListener("change", () => work = take([...at(id).files].map(file => [file.webkitRelativePath || file.name, file])));
}
at("drop").addEventListener("dragleave", () => at("drop").classList.remove("over"));
document.addEventListener("dragover", event => { event.preventDefault(); at("drop").classList.add("over"); });
document.addEventListener("drop", async event => {
  event.preventDefault();
  at("drop").classList.remove("over");
  const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry()).filter(Boolean);
  work = take((await Promise.all(entries.map(filesOf))).flat());
});
at("example").addEventListener("click", () => { names = ["--example"]; work = score(); });
form.addEventListener("submit", event => { event.preventDefault(); work = score(); });
function fit() {
  const page = at("report").contentDocument;
  at("report").style.height = `${page && page.body.childElementCount ? page.body.scrollHeight + 24 : 0}px`;
}
at("report").addEventListener("load", fit);
window.addEventListener("resize", fit);
at("saves").addEventListener("click", async ({target}) => {
  const kind = target.value;
  if (!kind) return;
  const [, printed, errors, file] = await run(...(kind === "html" || kind === "svg" ? [`--${kind}`, "/out"] : [`--${kind}`]));
  at("error").textContent = file || printed ? "" : errors;
  if (!file && !printed) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file || printed]));
  link.download = `scores.${kind === "markdown" ? "md" : kind}`;
  link.click();
});
loaded.then(() => { at("status").textContent = ""; }, error => { at("status").textContent = `This browser cannot run the page: ${error}`; });
