const names: Readonly<Record<string, string>> = {
  sb: "select box",
  rb: "radio buttons",
  cb: "checkboxes",
  msb: "multi-select box",
  tbl: "open list",
  int: "integer",
  art_link: "artifact links",
  file: "attachments",
  perm: "permissions",
  ttmstepdef: "test steps",
};

/** What people call a type of fields that the service calls `sb`; the service's name where there is no better one. */
export function typeName(type: string): string {
  return Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}

/** A field that needs a value; `type` as the service calls it. */
export function requiredOfType(type: string): string {
  return `${typeName(type)}, required`;
}
