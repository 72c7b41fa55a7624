import type { FieldLanguage } from "../model/uri.ts";
import type { UploadedFile } from "./ports.ts";

/** A text shows a file as a link or as a picture. */
export type LinkLook = "link" | "picture";

/** Tells whether pages show a file as a picture: the service makes previews of some types, and browsers know more. */
export function isPicture({ mediaType }: Pick<UploadedFile, "mediaType">): boolean {
  return /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(mediaType);
}

/** Gives the text that stands for files in a text of `language`; in a plain text it is the name with the address. */
export function linkText(files: readonly UploadedFile[], language: FieldLanguage, look: LinkLook): string {
  return files.map((file) => linkTo(file, language, look)).join(language === "html" ? "<br>\n" : "\n");
}

function linkTo(file: UploadedFile, language: FieldLanguage, look: LinkLook): string {
  const address = addressOf(file);
  const isShown = look === "picture" && isPicture(file);
  const { name } = file;
  switch (language) {
    case "md":
      return `${isShown ? "!" : ""}[${escapeLabel(name)}](${address})`;
    case "html":
      return isShown
        ? `<img src="${escapeHtml(address)}" alt="${escapeHtml(name)}">`
        : `<a href="${escapeHtml(address)}">${escapeHtml(name)}</a>`;
    default:
      return `${name} (${address})`;
  }
}

/** Gives the address at which the service has the file once it is attached (test/service/README.md, Attachments). */
function addressOf({ id, name, contentUrl }: UploadedFile): string {
  const isOwn = contentUrl !== undefined && /^\/(?![/\\])[^\s<>"\\]*$/.test(contentUrl);
  const address = isOwn ? contentUrl : `/plugins/tracker/attachments/${id}-${encodeURIComponent(name)}`;
  // Brackets would end a link in Markdown.
  return address.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** Escapes only what means something between the brackets of a link: people read the text, too. */
function escapeLabel(text: string): string {
  return text.replace(/[\\`*_[\]<>&]/g, "\\$&");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
