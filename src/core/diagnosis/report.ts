import {
  accessKeyIs,
  addressIs,
  connectionSection,
  leftOutAsKey,
  leftOutAsPassword,
  leftOutCredentials,
  nothingReported,
  notSet,
  reachedBy,
  reportSections,
  reportTitle,
  reportWarning,
  routeAsked,
} from "../sentences/diagnosis.ts";
import { onOneLine } from "../util/plainLabel.ts";
import type { Observations } from "./observations.ts";

/** Holds what a report is made of. Nothing is read from the service for it. */
interface DiagnosedFacts {
  /** Names and versions, in the order they are to be read: `["VS Code", "1.105.0"]`. */
  readonly versions: readonly (readonly [string, string])[];
  /** Names of settings with their values; addresses among them lose what may be a secret. */
  readonly settings: readonly (readonly [string, unknown])[];
  readonly connections: readonly DiagnosedConnection[];
  readonly observations: Observations;
}

interface DiagnosedConnection {
  readonly id: string;
  readonly url: string;
  readonly hasKey: boolean;
  /** The address of the proxy through which it is reached; undefined where it is reached directly. */
  readonly proxy: string | undefined;
}

/** Gives the report as Markdown, which a person reads, and then sends to somebody who helps. */
export function diagnosisReport({ versions, settings, connections, observations }: DiagnosedFacts): string {
  return [
    `# ${reportTitle}`,
    reportWarning,
    section(
      reportSections.versions,
      versions.map(([name, version]) => `- ${name}: ${version}`),
    ),
    section(
      reportSections.settings,
      settings.map(([name, value]) => `- ${name}: \`${JSON.stringify(withoutSecrets(value)) ?? notSet}\``),
    ),
    ...connections.map((connection) =>
      section(connectionSection(connection.id), [
        `- ${addressIs(publicAddress(connection.url))}`,
        `- ${accessKeyIs(connection.hasKey)}`,
        `- ${reachedBy(connection.proxy === undefined ? undefined : publicAddress(connection.proxy))}`,
        ...observations
          .routesOf(connection.id)
          .map(({ route, count, outcome }) => `- ${routeAsked(route, count, outcome)}`),
      ]),
    ),
    section(
      reportSections.failures,
      observations.failures.map(({ atMs, text }) => `- ${new Date(atMs).toISOString()} ${quoted(text)}`),
    ),
  ].join("\n\n");
}

/** Quotes a text to the letter: it may hold names and words of others. */
function quoted(text: string): string {
  return `\`${onOneLine(text).replaceAll("`", "'")}\``;
}

function section(title: string, lines: readonly string[]): string {
  return [`## ${title}`, "", ...(lines.length === 0 ? [`- ${nothingReported}`] : lines)].join("\n");
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

/**
 * Gives an address without user, password, query and fragment. Another text stays as it is, if it looks like no key.
 */
function publicAddress(text: string): string {
  if (/tlp[-.]k1/i.test(text)) {
    return leftOutAsKey;
  }
  const url = URL.parse(text);
  if (url === null || !/^(?:https?|socks\w*|pac\+https?):$/.test(url.protocol)) {
    return text.includes("@") ? leftOutAsPassword : text;
  }
  const credentials = url.username === "" && url.password === "" ? "" : `${leftOutCredentials}@`;
  return `${url.protocol}//${credentials}${url.host}${url.pathname === "/" ? "" : url.pathname}`;
}
