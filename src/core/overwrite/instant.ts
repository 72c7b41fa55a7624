import type { Version } from "../model/artifact.ts";

/**
 * When a version was made, in ms since 1970; where the version does not tell, `date` stands in, the `Date` header of
 * the answer. Undefined where neither tells. The service's Etag is the Unix time of the version's second
 * (test/service/README.md, Reading an artifact); an Etag of another making is none.
 */
export function instantOf({ lastModified, etag }: Version, date?: string): number | undefined {
  const ofEtag = /^\d{9,11}$/.test(etag ?? "") ? Number(etag) * 1000 : Number.NaN;
  return [Date.parse(lastModified ?? ""), ofEtag, Date.parse(date ?? "")].find((ms) => !Number.isNaN(ms));
}
