type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** The members of a JSON schema whose texts VS Code shows, in hovers, completions and problems. */
const shown = new Set(["title", "description", "label", "patternErrorMessage"]);

/** Gives a JSON schema with the shown texts translated. Labels that begin with a slash are paths and stay. */
export function translatedSchema(schema: Json, translate: (text: string) => string): Json {
  if (Array.isArray(schema)) {
    return schema.map((each) => translatedSchema(each, translate));
  }
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  return Object.fromEntries(
    Object.entries(schema).map(([member, value]) => [
      member,
      typeof value === "string" && shown.has(member) && !value.startsWith("/")
        ? translate(value)
        : translatedSchema(value, translate),
    ]),
  );
}

/**
 * Translates by a table.
 * @throws {Error} where a text is not in it
 */
export function translateBy(table: Readonly<Record<string, string>>): (text: string) => string {
  return (text) => {
    const translation = table[text];
    if (translation === undefined) {
      throw new Error(`“${text}” of a schema is not translated: see l10n`);
    }
    return translation;
  };
}
