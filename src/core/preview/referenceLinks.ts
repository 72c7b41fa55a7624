import { findReferences } from "../references/findReferences.ts";
import { isOtherKeyword } from "../references/reference.ts";
import { open } from "../sentences/previews.ts";
import { html, type Insert } from "./html.ts";

/** Tells where references in texts lead. */
interface ReferenceTargets {
  openArtifact(artifactId: number): string;
}

/** Nobody looks at more of them on a page: a text of nothing but references would grow many times over. */
const maxLinks = 2000;

/** Makes links of the references to artifacts in the texts of one drawing of a page; the addresses are ours. */
export class ReferenceLinks {
  readonly #targets: ReferenceTargets;
  readonly #keywords: ReadonlySet<string>;
  #left = maxLinks;

  /** `keywords` are what references to artifacts begin with, in lower case, such as `bug`. */
  constructor(targets: ReferenceTargets, keywords: ReadonlySet<string>) {
    this.#targets = targets;
    this.#keywords = keywords;
  }

  /** Gives `text` with a link in the place of each reference. */
  in(text: string): Insert {
    const found = this.#left > 0 ? findReferences(text, this.#keywords, isOtherKeyword).slice(0, this.#left) : [];
    this.#left -= found.length;
    let end = 0;
    const parts: Insert[] = [];
    for (const { artifactId, offset, length } of found) {
      const reference = text.slice(offset, offset + length);
      const title = open(`#${artifactId}`);
      parts.push(
        text.slice(end, offset),
        html`<a href="${this.#targets.openArtifact(artifactId)}" title="${title}">${reference}</a>`,
      );
      end = offset + length;
    }
    return [...parts, text.slice(end)];
  }
}
