/** JSON as the service writes it: slashes escaped, everything outside ASCII as `\uXXXX`. */
export function printJson(value: unknown): string {
  return (
    JSON.stringify(value)
      // Takes half the time that replaceAll("/", …) does.
      .replace(/\//g, "\\/")
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  );
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
