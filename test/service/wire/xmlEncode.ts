/** XML as the service answers it: no indentation, no types (rules of the service's XML encoder). */
export function printXml(value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("response", value)}`;
}

function element(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") {
    return `<${name}></${name}>`;
  }
  if (typeof value !== "object") {
    return `<${name}>${scalar(value)}</${name}>`;
  }
  const content = Array.isArray(value) ? listContent(value) : objectContent(value as Record<string, unknown>);
  return content === undefined ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function listContent(list: readonly unknown[]): string | undefined {
  if (list.length === 0) {
    return undefined;
  }
  if (list.some((item) => typeof item === "object" && item !== null)) {
    return list.map((item) => element("item", item)).join("");
  }
  const scalars = list.map((item) => (item === true ? "1" : item === false || item === null ? "" : scalar(item)));
  return scalars.length === 1 ? scalars[0] : scalars.map((item) => `<text>${item}</text>`).join("");
}

function objectContent(object: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  if (entries.length === 0) {
    return undefined;
  }
  return entries
    .map(([key, value]) => (key === "text" && typeof value !== "object" ? scalar(value) : element(key, value)))
    .join("");
}

function scalar(value: unknown): string {
  return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
