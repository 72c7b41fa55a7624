export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const reference = /\b(art|artifact|bug|story|task|rel|req) #(\d+)\b/g;

function linkReferences(html: string): string {
  return html.replace(
    reference,
    (text, keyword: string, id: string) =>
      `<a href="/goto?key=${keyword}&amp;val=${id}" class="cross-reference">${text}</a>`,
  );
}

/** What `post_processed_value` holds: safe HTML with references turned into links. */
export function postProcess(content: string, format: "text" | "html" | "commonmark"): string {
  switch (format) {
    case "text":
      return linkReferences(escapeHtml(content).replace(/\r\n|\r|\n/g, "<br />\n"));
    case "html":
      return linkReferences(
        content.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, "").replace(/\son\w+\s*=\s*("[^"]*"|'[^']*')/gi, ""),
      );
    case "commonmark":
      return linkReferences(renderMarkdown(content));
  }
}

/** Of texts that were rendered: each answer shows a text twice, and the next answer mostly shows it again. */
const rendered = new Map<string, string>();
const maxRendered = 1000;

/** Markdown to HTML, as far as the data set and ordinary tests use it. */
export function renderMarkdown(source: string): string {
  const html = rendered.get(source) ?? render(source);
  if (rendered.size >= maxRendered) {
    rendered.clear();
  }
  rendered.set(source, html);
  return html;
}

function render(source: string): string {
  const lines = source.replace(/\r\n?/g, "\n").split("\n");
  const blocks: string[] = [];
  let index = 0;
  const takeWhile = (pattern: RegExp): string[] => {
    const taken: string[] = [];
    for (let line = lines[index]; line !== undefined && pattern.test(line); line = lines[index]) {
      taken.push(line);
      index += 1;
    }
    return taken;
  };
  while (index < lines.length) {
    const line = lines[index] ?? "";
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === "") {
      index += 1;
    } else if (line.startsWith("```")) {
      index += 1;
      const code = takeWhile(/^(?!```)/);
      index += 1;
      blocks.push(`<pre><code>${code.map((each) => `${escapeHtml(each)}\n`).join("")}</code></pre>`);
    } else if (heading) {
      index += 1;
      const level = heading[1]?.length;
      blocks.push(`<h${level}>${renderInline(heading[2] ?? "")}</h${level}>`);
    } else if (/^[-*] /.test(line)) {
      const items = takeWhile(/^[-*] /).map((item) => `<li>${renderInline(item.slice(2))}</li>\n`);
      blocks.push(`<ul>\n${items.join("")}</ul>`);
    } else if (/^\d+\. /.test(line)) {
      const items = takeWhile(/^\d+\. /).map((item) => `<li>${renderInline(item.replace(/^\d+\. /, ""))}</li>\n`);
      blocks.push(`<ol>\n${items.join("")}</ol>`);
    } else {
      blocks.push(
        `<p>${takeWhile(/^(?!\s*$|```|#{1,6}\s|[-*] |\d+\. )/)
          .map(renderInline)
          .join("\n")}</p>`,
      );
    }
  }
  return blocks.map((block) => `${block}\n`).join("");
}

function renderInline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}
