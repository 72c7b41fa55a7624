import type { Connection } from "../model/connection.ts";
import { withoutEnd } from "../util/withoutEnd.ts";

/** Tells what a text that people copy around names. */
export type Reference =
  | {
      readonly kind: "artifact";
      readonly artifactId: number;
      /** The connection to which the address belongs; undefined for `#123`, which any service may have. */
      readonly connectionId?: string;
    }
  /** The text is an artifact's address on a service to which there is no connection. */
  | { readonly kind: "unknownOrigin"; readonly artifactId: number; readonly origin: string };

/**
 * Finds the artifact that a text names; undefined where it names none.
 *
 * Takes `123`, `#123`, `art #123`, `bug #123`, `art #other-project:123`, an artifact's address in the browser
 * (`…/plugins/tracker/?aid=123&func=…#followup_9`, `/goto?key=art&val=123`) and in the API (`…/api/v1/artifacts/123`);
 * white space, angle brackets and quotes around it and punctuation after it do not matter.
 */
export function parseReference(text: string, connections: readonly Connection[]): Reference | undefined {
  const bare = withoutEnd(text.replace(/^[\s<("'`«]+/, ""), /[\s>)"'`».,;:!?]/);
  return /^https?:\/\//i.test(bare) ? parseAddress(bare, connections) : parseShort(bare);
}

/**
 * Gives the reference to an artifact as its service tells it, where that has the form of a reference and names this
 * artifact. Otherwise it gives `art #512`, which every service understands. It goes into commit messages and the
 * clipboard, where further lines could be commands.
 */
export function referenceTo(artifactId: number, told: string | undefined): string {
  const [, keyword, id] = /^(\p{L}[\p{L}\p{N}_-]{0,63}) #(\d{1,15})$/u.exec(told ?? "") ?? [];
  return keyword !== undefined && Number(id) === artifactId ? `${keyword} #${artifactId}` : `art #${artifactId}`;
}

/** Gives the keyword of a cross reference: `bug` of `bug #12`. */
export function keywordOf(xref: string): string {
  return xref.split("#", 1)[0]?.trimEnd() ?? "";
}

/** The keywords of references to other things than artifacts (test/service/README.md, References). */
const otherKeywords = new Set([
  "rev",
  "revision",
  "svn",
  "cvs",
  "commit",
  "git",
  "doc",
  "document",
  "wiki",
  "news",
  "file",
  "forum",
  "release",
  "build",
  "job",
]);

/** Tells whether references with this keyword are to something else than an artifact. */
export function isOtherKeyword(keyword: string): boolean {
  return otherKeywords.has(keyword.toLowerCase());
}

function parseShort(text: string): Reference | undefined {
  const match = /^(?:(?<keyword>[\p{L}\p{N}_-]+)\s+)?(?<mark>#(?:[\p{L}\p{N}_.-]+:)?)?(?<id>\d+)$/u.exec(text);
  const { keyword, mark, id } = match?.groups ?? {};
  const isOther = keyword !== undefined && (mark === undefined || isOtherKeyword(keyword));
  const artifactId = parseId(id);
  return artifactId === undefined || isOther ? undefined : { kind: "artifact", artifactId };
}

function parseAddress(text: string, connections: readonly Connection[]): Reference | undefined {
  const url = URL.parse(text);
  const artifactId = url === null ? undefined : (idOfApi(url) ?? idOfPage(url));
  if (url === null || artifactId === undefined) {
    return undefined;
  }
  const ofOrigin = connections.filter((connection) => URL.parse(connection.url)?.origin === url.origin);
  const connection =
    ofOrigin.find(({ url: base }) => url.pathname.startsWith(`${URL.parse(base)?.pathname}/`)) ?? ofOrigin[0];
  return connection === undefined
    ? { kind: "unknownOrigin", artifactId, origin: url.origin }
    : { kind: "artifact", artifactId, connectionId: connection.id };
}

function idOfApi(url: URL): number | undefined {
  return parseId(/\/artifacts\/(\d+)(?:\/|$)/.exec(url.pathname)?.[1]);
}

function idOfPage({ pathname, searchParams }: URL): number | undefined {
  if (/\/plugins\/tracker\/?(index\.php)?$/.test(pathname)) {
    return parseId(searchParams.get("aid") ?? undefined);
  }
  const key = searchParams.get("key")?.toLowerCase();
  return /\/goto\/?$/.test(pathname) && key !== undefined && !otherKeywords.has(key)
    ? parseId(searchParams.get("val") ?? undefined)
    : undefined;
}

function parseId(digits: string | undefined): number | undefined {
  const id = digits !== undefined && /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
  return id > 0 ? id : undefined;
}
