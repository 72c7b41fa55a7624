import type { Observations } from "./observations.ts";

/** What a report is made of. Nothing in it is read from the service for the purpose. */
export interface DiagnosedFacts {
  /** Names and versions, in the order they are to be read: `["VS Code", "1.105.0"]`. */
  readonly versions: readonly (readonly [string, string])[];
  /** Names of settings with their values; addresses among them lose what may be a secret. */
  readonly settings: readonly (readonly [string, unknown])[];
  readonly connections: readonly DiagnosedConnection[];
  readonly observations: Pick<Observations, "routesOf" | "failures">;
}

export interface DiagnosedConnection {
  readonly id: string;
  readonly url: string;
  readonly hasKey: boolean;
  /** The address of the proxy on the way to it; undefined when it is reached directly. */
  readonly proxy: string | undefined;
}

/** The report as Markdown: for a person to read, and then to send to somebody who helps. */
export function diagnosisReport({ versions, settings, connections, observations }: DiagnosedFacts): string {
  return [
    "# Artifact Desk: diagnostics",
    "No access key and no text of an artifact is in here. Read it through before you send it: addresses name your " +
      "service, and failures may name what you were working on.",
    section(
      "Versions",
      versions.map(([name, version]) => `- ${name}: ${version}`),
    ),
    section(
      "Settings",
      settings.map(([name, value]) => `- ${name}: \`${JSON.stringify(withoutSecrets(value)) ?? "not set"}\``),
    ),
    ...connections.map((connection) =>
      section(`Connection ${connection.id}`, [
        `- Address: ${publicAddress(connection.url)}`,
        `- Access key: ${connection.hasKey ? "stored" : "none"}`,
        `- Reached: ${connection.proxy === undefined ? "directly" : `by the proxy ${publicAddress(connection.proxy)}`}`,
        ...observations
          .routesOf(connection.id)
          .map(
            ({ route, count, outcome }) =>
              `- \`${route}\`: ${count === 1 ? "once" : `${count} times`}, last ${outcome}`,
          ),
      ]),
    ),
    section(
      "Last failures",
      observations.failures.map(({ atMs, text }) => `- ${new Date(atMs).toISOString()} ${onOneLine(text)}`),
    ),
  ].join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return [`## ${title}`, "", ...(lines.length === 0 ? ["- none"] : lines)].join("\n");
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") {
    return publicAddress(value);
  }
  if (Array.isArray(value)) {
    return value.map(withoutSecrets);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutSecrets(member)]))
    : value;
}

/** An address without user, password, query and fragment; any other text as it is, unless it looks like a key. */
function publicAddress(text: string): string {
  if (/tlp[-.]k1/i.test(text)) {
    return "(left out: it looks like an access key)";
  }
  const url = URL.parse(text);
  if (url === null || !/^(?:https?|socks\w*|pac\+https?):$/.test(url.protocol)) {
    return text.includes("@") ? "(left out: it may hold a password)" : text;
  }
  const credentials = url.username === "" && url.password === "" ? "" : "(user and password left out)@";
  return `${url.protocol}//${credentials}${url.host}${url.pathname === "/" ? "" : url.pathname}`;
}
