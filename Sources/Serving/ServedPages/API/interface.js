// Shows the description of the interface, which the server makes of the same table as its routes.

const methods = ['get', 'put', 'post', 'patch', 'delete'];

function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  Object.assign(node, properties);
  node.append(...children);
  return node;
}

/** The name that a reference ends with. */
const named = (reference) => reference.slice(reference.lastIndexOf('/') + 1);

/** A type in words, with links to the schemas. */
function typeOf(schema) {
  if (!schema) return 'bytes';
  if (schema.$ref) return element('a', { href: `#${named(schema.$ref)}` }, named(schema.$ref));
  if (schema.oneOf) return element('span', {}, typeOf(schema.oneOf[0]), ' or null');
  if (schema.type === 'array') return element('span', {}, 'list of ', typeOf(schema.items));
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(', ');
  const type = [schema.type].flat().join(' or ') || 'anything';
  return schema.minimum === undefined ? type : `${type}, ${schema.minimum} to ${schema.maximum}`;
}

function table(headings, rows) {
  const head = element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)));
  const lines = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))));
  return element('div', { className: 'wide' }, element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines)));
}

function members(properties, required = []) {
  const rows = Object.entries(properties).map(([name, schema]) => [
    element('code', {}, name),
    typeOf(schema),
    schema.description + (required.includes(name) ? ' Required.' : ''),
  ]);
  return table(['Member', 'Type', 'Meaning'], rows);
}

function parameters(list) {
  const rows = list.map((parameter) => [
    element('code', {}, parameter.name),
    parameter.in,
    typeOf(parameter.schema),
    parameter.description,
  ]);
  return table(['Parameter', 'In', 'Type', 'Meaning'], rows);
}

/** A command that can be pasted into a terminal. */
function command(method, path, operation) {
  const url = `${location.origin}${path.replaceAll(/\{(\w+)\}/g, (_, name) => name.toUpperCase())}`;
  if (method === 'get') return `curl -O '${url}'`.replace(' -O', url.includes('live-view.') || url.includes('/files/') ? ' -O' : '');
  const content = operation.requestBody?.content;
  if (content?.['application/octet-stream']) return `curl -T PICTURE.JPG '${url}'`;
  return `curl -X ${method.toUpperCase()} -H 'Content-Type: application/json' -d '{}' '${url}'`;
}

function article(path, method, operation) {
  const [status, success] = Object.entries(operation.responses)[0];
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const [type, content] = Object.entries(success.content ?? {})[0] ?? [];
  return element(
    'article',
    { id: operation.operationId },
    element('h3', {}, operation.operationId),
    element('p', { className: 'route' }, element('code', { className: 'method' }, method.toUpperCase()), element('code', {}, path)),
    element('p', {}, operation.summary),
    ...(operation.parameters ? [element('h4', {}, 'Parameters'), parameters(operation.parameters)] : []),
    ...(body && Object.keys(body.properties).length > 0 ? [element('h4', {}, 'Body'), members(body.properties, body.required)] : []),
    element('h4', {}, 'Answer'),
    element('p', {}, `${status}: `, ...(type ? [typeOf(content.schema), ` (${type})`] : [success.description])),
    element('pre', { tabIndex: 0 }, command(method, path, operation)),
  );
}

function show(description) {
  document.getElementById('about').textContent = description.info.description;
  const main = document.getElementById('content');
  const nav = document.getElementById('operations');
  main.replaceChildren();
  for (const { name } of description.tags) {
    const links = element('ul');
    main.append(element('h2', {}, name));
    for (const [path, operations] of Object.entries(description.paths)) {
      for (const method of methods.filter((method) => operations[method]?.tags.includes(name))) {
        main.append(article(path, method, operations[method]));
        const { operationId } = operations[method];
        links.append(element('li', {}, element('a', { href: `#${operationId}` }, operationId)));
      }
    }
    nav.append(element('h2', {}, name), links);
  }
  main.append(element('h2', {}, 'Objects'));
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    const text = element('p', {}, schema.description);
    main.append(element('article', { id: name }, element('h3', {}, name), text, members(schema.properties, schema.required)));
  }
  // The target of the address did not exist when the page was loaded.
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

try {
  const answer = await fetch('/api/v1/openapi.json');
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  show(await answer.json());
} catch (error) {
  document.getElementById('status').textContent = `The description could not be loaded. ${error.message}`;
}
