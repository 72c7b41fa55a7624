import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { documentCodec } from "../../src/core/codec/documentCodec.ts";
import { indentedJson } from "../../src/core/codec/indentedJson.ts";
import { jsonCodec } from "../../src/core/codec/jsonCodec.ts";
import { newEntries } from "../../src/core/draft/draftEntries.ts";
import { printDraft } from "../../src/core/draft/printDraft.ts";
import { ArtifactHistory } from "../../src/core/history/artifactHistory.ts";
import { fieldChanges } from "../../src/core/history/fieldChanges.ts";
import { Thread } from "../../src/core/history/thread.ts";
import { questionFor } from "../../src/core/language/question.ts";
import { noOptions } from "../../src/core/model/optionList.ts";
import { previewOf } from "../../src/core/preview/previewModel.ts";
import { previewPage } from "../../src/core/preview/previewPage.ts";
import { type AnswerLimits, answerLimits, historyLimits, listingLimits } from "../../src/core/service/answerLimits.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../src/core/service/serviceError.ts";
import { checkAccessFile } from "../../src/core/svn/accessFile.ts";
import { accessFileForm } from "../../src/core/svn/settingsText.ts";
import { foundRows } from "../../src/core/util/foundRows.ts";
import { plainLabel } from "../../src/core/util/plainLabel.ts";
import { documentEntries, makeBase } from "../../src/core/workingCopy/base.ts";
import { artifactForm } from "../../src/core/workingCopy/textForm.ts";
import { pageDependencies } from "../corpus/findings.ts";
import type { Figure } from "./figure.ts";

const { signal } = new AbortController();
const target = "2 s, 300 MB";

interface Case {
  readonly limits: AnswerLimits;
  /** The answer, with about so many bytes or values at most. */
  readonly body: (limits: AnswerLimits) => string;
  readonly ask: (client: ServiceClient) => Promise<unknown>;
}

/** So many times what `each` makes of the number, in brackets. */
function listOf(count: number, each: (index: number) => string): string {
  return `[${Array.from({ length: Math.floor(count) }, (_, index) => each(index)).join(",")}]`;
}

const readArtifact = (client: ServiceClient) => client.readArtifact(5, signal);
const readTracker = (client: ServiceClient) => client.readTracker(12, signal);
const readHistory = (client: ServiceClient) => client.readChangesets(5, { offset: 0, limit: 50 }, signal);
const listArtifacts = (client: ServiceClient) => client.listArtifacts(12, 0, 1000, signal);
const showResponse = async (client: ServiceClient) => {
  const { text } = await client.readArtifactText(5, "json", signal);
  return indentedJson(text)?.length;
};

const openDocument = async (client: ServiceClient) => {
  const base = makeBase(await client.readArtifact(5, signal), undefined);
  const form = artifactForm(jsonCodec);
  const printed = form.print(base);
  return printed.kind === "text" && form.parse(printed.text, { base });
};

const xmlCodec = await documentCodec("xml");

const openXmlDocument = async (client: ServiceClient) => {
  const base = makeBase(await client.readArtifact(5, signal), undefined);
  const form = artifactForm(xmlCodec);
  const printed = form.print(base);
  return printed.kind === "text" && form.parse(printed.text, { base });
};

const showPage = async (client: ServiceClient) => {
  const { artifact } = await client.readArtifact(5, signal);
  const base = makeBase({ artifact, version: {} }, undefined);
  return await previewPage(previewOf({ artifact, base, texts: [documentEntries(base)] }), pageDependencies);
};

const beginDraft = (format: "json" | "xml") => async (client: ServiceClient) => {
  const tracker = await readTracker(client);
  return await printDraft({ trackerId: 12, format }, newEntries(tracker, new Date()), tracker).catch(() => "too long");
};

/** As a list shows them while somebody types a letter. */
const chooseValue = async (client: ServiceClient) => {
  const { fields } = await readTracker(client);
  const [{ options = noOptions } = {}] = fields;
  const asked = { label: "F", type: "sb", kind: "list", names: {}, options } as const;
  const question = questionFor(asked, { bind_value_ids: [300] });
  const choices = question.kind === "choice" ? question.choices : [];
  const rows = choices.map(({ label }) => ({ label: plainLabel(label) }));
  return foundRows(
    rows,
    "9",
    ({ label }) => label,
    () => false,
  );
};

const field = (index: number, type: string, rest: string) =>
  `{"field_id":${index + 1},"label":"Field ${index}","type":"${type}",${rest}}`;
/** With about so many values. */
const structure = (values: number) =>
  `{"id":12,"fields":${listOf(values / 9.1, (index) => field(index, "string", '"name":"n","permissions":["read","create","update"]'))}}`;
const option = (index: number) => `{"id":${index + 200},"label":"Value ${index}","is_hidden":false}`;
const artifact = (values: string) => `{"id":5,"values":${values}}`;
const nested = `${"[".repeat(150)}${"]".repeat(150)}`;

/** As many empty texts as an answer may have values. */
const textsAsFields: Case["body"] = ({ values }) =>
  artifact(listOf(values / 5.1, (index) => field(index, "string", '"value":""')));

/** Answers as hostile as their limits let them be, by what they are. */
const cases: Readonly<Record<string, Case>> = {
  "artifact: empty lists, over all limits": {
    limits: answerLimits.artifact,
    body: () => listOf(10e6, () => "[]"),
    ask: readArtifact,
  },
  "listing: empty lists, over all limits": {
    limits: listingLimits(1000),
    body: () => listOf(10e6, () => "[]"),
    ask: listArtifacts,
  },
  "listing: 300,000 items": {
    limits: listingLimits(1000),
    body: () => listOf(300_000, (index) => `{"id":${index + 1},"title":"Title"}`),
    ask: listArtifacts,
  },
  "artifact: texts as fields": {
    limits: answerLimits.artifact,
    body: textsAsFields,
    ask: readArtifact,
  },
  "artifact: texts as fields, as a document": {
    limits: answerLimits.artifact,
    body: textsAsFields,
    ask: openDocument,
  },
  "artifact: texts as fields, as a document in XML": {
    limits: answerLimits.artifact,
    body: textsAsFields,
    ask: openXmlDocument,
  },
  "artifact: texts as fields, as a page": {
    limits: answerLimits.artifact,
    body: textsAsFields,
    ask: showPage,
  },
  "artifact: a text of all bytes, as a page": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => artifact(`[${field(1, "text", `"format":"text","value":"${"é".repeat(bytes / 2 - 1000)}"`)}]`),
    ask: showPage,
  },
  "artifact: HTML of all bytes, as a page": {
    limits: answerLimits.artifact,
    body: ({ bytes }) =>
      artifact(`[${field(1, "text", `"format":"html","value":"${"<b>".repeat(bytes / 3 - 1000)}"`)}]`),
    ask: showPage,
  },
  "artifact: one list, as a document": {
    limits: answerLimits.artifact,
    body: ({ values }) => artifact(`[${field(1, "msb", `"values":${listOf(values / 4.1, option)}`)}]`),
    ask: openDocument,
  },
  "artifact: fields that say nothing": {
    limits: answerLimits.artifact,
    body: ({ values }) => artifact(listOf(values / 2.1, (index) => `{"field_id":${index + 1}}`)),
    ask: readArtifact,
  },
  "artifact: one list": {
    limits: answerLimits.artifact,
    body: ({ values }) => artifact(`[${field(1, "msb", `"values":${listOf(values / 4.1, option)}`)}]`),
    ask: readArtifact,
  },
  "artifact: links": {
    limits: answerLimits.artifact,
    body: ({ values }) =>
      artifact(
        `[${field(1, "art_link", `"links":${listOf(values / 4.1, (index) => `{"id":${index + 1},"type":"_is_child","uri":"artifacts/${index + 1}"}`)},"reverse_links":[]`)}]`,
      ),
    ask: readArtifact,
  },
  "artifact: attachments": {
    limits: answerLimits.artifact,
    body: ({ values }) =>
      artifact(
        `[${field(1, "file", `"file_descriptions":${listOf(values / 4.1, (index) => `{"id":${index + 1},"name":"a","html_url":"/a"}`)}`)}]`,
      ),
    ask: readArtifact,
  },
  "artifact: members with other names each": {
    limits: answerLimits.artifact,
    body: ({ values }) => artifact(listOf(values / 2.1, (index) => `{"m${index.toString(36)}":1}`)),
    ask: readArtifact,
  },
  "artifact: a text of all bytes": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => artifact(`[${field(1, "text", `"format":"text","value":"${"é".repeat(bytes / 2 - 1000)}"`)}]`),
    ask: readArtifact,
  },
  "artifact: a number of all bytes": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => artifact(`[${field(1, "int", `"value":${"1".repeat(bytes - 1000)}`)}]`),
    ask: readArtifact,
  },
  "artifact: escapes of all bytes": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => artifact(`[${field(1, "string", `"value":"${"\\u00e9".repeat(bytes / 6 - 1000)}"`)}]`),
    ask: readArtifact,
  },
  "artifact: shown, nested": {
    limits: answerLimits.artifact,
    body: ({ values }) => artifact(`[{"field_id":1},${listOf(values / 152, () => nested)}]`),
    ask: showResponse,
  },
  "artifact: shown, a list in the depth": {
    limits: answerLimits.artifact,
    body: ({ values }) =>
      artifact(
        `[{"field_id":1,"a":${"[".repeat(150)}${listOf(values - 200, () => "1").slice(1, -1)}${"]".repeat(150)}}]`,
      ),
    ask: showResponse,
  },
  "artifact: shown as XML": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => `<response>${"<item/>".repeat(bytes / 7 - 10)}</response>`,
    ask: (client) => client.readArtifactText(5, "xml", signal),
  },
  "artifact: shown, a text of all bytes": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => artifact(`[${field(1, "text", `"format":"text","value":"${"é".repeat(bytes / 2 - 1000)}"`)}]`),
    ask: showResponse,
  },
  "artifact: shown, a number of all bytes": {
    limits: answerLimits.artifact,
    body: ({ bytes }) => artifact(`[${field(1, "int", `"value":${"1".repeat(bytes - 1000)}`)}]`),
    ask: showResponse,
  },
  "artifact: shown, one list": {
    limits: answerLimits.artifact,
    body: ({ values }) => artifact(`[${field(1, "msb", `"values":${listOf(values / 4.1, option)}`)}]`),
    ask: showResponse,
  },
  "structure: fields": {
    limits: answerLimits.structure,
    body: ({ values }) => structure(values),
    ask: readTracker,
  },
  "structure: fields, as a draft": {
    limits: answerLimits.structure,
    body: ({ values }) => structure(values),
    ask: beginDraft("json"),
  },
  "structure: fields, as a draft in XML, as many as fit": {
    limits: answerLimits.structure,
    body: () => structure(190_000),
    ask: beginDraft("xml"),
  },
  "structure: one list, to choose from": {
    limits: answerLimits.structure,
    body: ({ values }) => `{"id":12,"fields":[${field(1, "sb", `"values":${listOf(values / 4.1, option)}`)}]}`,
    ask: chooseValue,
  },
  "structure: one list": {
    limits: answerLimits.structure,
    body: ({ values }) => `{"id":12,"fields":[${field(1, "sb", `"values":${listOf(values / 4.1, option)}`)}]}`,
    ask: readTracker,
  },
  "structure: transitions and rules": {
    limits: answerLimits.structure,
    body: ({ values }) =>
      `{"id":12,"fields":[],"workflow":{"field_id":1,"is_used":"1","transitions":${listOf(values / 8.2, (index) => `{"from_id":${index},"to_id":${index + 1}}`)},"rules":{"lists":${listOf(values / 12, (index) => `{"source_field_id":1,"source_value_id":${index},"target_field_id":2,"target_value_id":3}`)},"dates":[]}}}`,
    ask: readTracker,
  },
  "settings: lines of an access file that are wrong, in an editor": {
    limits: answerLimits.settings,
    body: ({ bytes }) =>
      `{"id":2,"name":"r","settings":{"commit_rules":{"is_reference_mandatory":false,"is_commit_message_change_allowed":false},"immutable_tags":{"paths":[],"whitelist":[]},"access_file":"${"a=\\n".repeat(bytes / 4 - 200)}","email_notifications":[]}}`,
    ask: async (client) => {
      const { settings } = await client.readRepository(2, signal);
      const text = accessFileForm.print(settings ?? {});
      return [accessFileForm.read(text), checkAccessFile(text)];
    },
  },
  "history: other values in each step": {
    limits: historyLimits(50),
    body: ({ values }) =>
      listOf(50, (step) => {
        const count = values / 50 / 5.2;
        return `{"id":${step + 1},"values":${listOf(count, (index) => field(index, "string", `"value":"${step}"`))}}`;
      }),
    ask: readHistory,
  },
  "history: other values in each step, with what it changed": {
    limits: historyLimits(50),
    body: ({ values }) =>
      listOf(50, (step) => {
        const count = values / 50 / 5.2;
        return `{"id":${step + 1},"values":${listOf(count, (index) => field(index, "string", `"value":"${step}"`))}}`;
      }),
    ask: async (client) => {
      const { items } = await readHistory(client);
      return items.map((step, index) => fieldChanges(items[index - 1] ?? step, step));
    },
  },
  "history: the same values in each step, of all bytes": {
    limits: historyLimits(50),
    body: ({ bytes }) =>
      listOf(50, (step) => {
        const text = "é".repeat(bytes / 50 / 1000 / 2 - 50);
        return `{"id":${step + 1},"values":${listOf(1000, (index) => field(index, "string", `"value":"${text}"`))}}`;
      }),
    ask: readHistory,
  },
  "history: other values in each step, as a thread": {
    limits: historyLimits(50),
    body: ({ values }) =>
      listOf(50, (step) => {
        const count = values / 50 / 5.2;
        return `{"id":${step + 1},"values":${listOf(count, (index) => field(index, "string", `"value":"${step}"`))}}`;
      }),
    ask: async (client) => {
      const history = new ArtifactHistory(5, () => {});
      const page = await readHistory(client);
      const source = {
        countChangesets: async () => 50,
        readChangesets: async () => ({ ...page, total: 50, nextOffset: undefined }),
      };
      await history.readNewest(source, signal);
      return new Thread(undefined).of(history.entries);
    },
  },
  "search: 50 entries of all values": {
    limits: listingLimits(50),
    body: ({ values }) =>
      listOf(50, (row) => {
        const badges = listOf(values / 50 / 3.1, () => '{"label":"a","color":"b"}');
        return `{"per_type_id":${row + 1},"title":"T","badges":${badges}}`;
      }),
    ask: (client) => client.searchFullText("words", 0, signal),
  },
  "search: a title of all bytes": {
    limits: listingLimits(50),
    body: ({ bytes }) => `[{"per_type_id":1,"title":"${"é".repeat(bytes / 2 - 1000)}"}]`,
    ask: (client) => client.searchFullText("words", 0, signal),
  },
  "listing: 1000 items with all values": {
    limits: listingLimits(1000),
    body: ({ values }) =>
      listOf(1000, (row) => {
        const count = values / 1000 / 5.2;
        return `{"id":${row + 1},"title":"T","values":${listOf(count, (index) => field(index, "string", '"value":""'))}}`;
      }),
    ask: listArtifacts,
  },
  "listing: a title of all bytes": {
    limits: listingLimits(1000),
    body: ({ bytes }) => `[{"id":1,"title":"${"é".repeat(bytes / 2 - 1000)}"}]`,
    ask: listArtifacts,
  },
};

/**
 * What reading each answer takes of the thread's processor, and how far the memory of a process grows that reads it.
 */
export async function measureAnswers(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, { body, limits }] of Object.entries(cases)) {
    const packed = gzipSync(body(limits));
    const server = createServer((request, response) => {
      request.resume();
      if (request.url?.endsWith("/svn/1")) {
        response.writeHead(404).end();
        return;
      }
      const isPacked = request.headers["accept-encoding"]?.includes("gzip") === true;
      response.writeHead(200, {
        "Content-Type": request.headers.accept ?? "",
        ...(isPacked && { "Content-Encoding": "gzip" }),
      });
      response.end(isPacked ? packed : body(limits));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, name, String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(child, "close");
    server.close();
    figures.push({ name, value: Buffer.concat(chunks).toString(), target });
  }
  return figures;
}

async function measureOne(name: string, port: string): Promise<void> {
  const client = createServiceClient({
    connection: { id: "bench", url: `http://127.0.0.1:${port}/api`, label: "Bench" },
    accessKey: async () => "bench",
    timeoutMs: 60_000,
    network: { noProxy: [], strictSsl: true },
    log: () => {},
  });
  const { ask } = cases[name] ?? { ask: async () => {} };
  await client.readRepository(1, signal).catch(() => {}); // Loads what the first request loads.
  const memory = process.resourceUsage().maxRSS;
  const cpu = process.threadCpuUsage();
  const outcome = await ask(client).then(
    () => "read",
    (error: unknown) => (isServiceError(error) ? (error.problem ?? error.kind) : String(error)),
  );
  const { user, system } = process.threadCpuUsage(cpu);
  const megabytes = (process.resourceUsage().maxRSS - memory) / 1000;
  process.stdout.write(`${outcome}, ${((user + system) / 1000).toFixed(0)} ms, ${megabytes.toFixed(0)} MB`);
  await client.close();
}

if (process.argv[1] === import.meta.filename) {
  const [, , name, port] = process.argv;
  if (name !== undefined && port !== undefined) {
    await measureOne(name, port);
  } else {
    for (const figure of await measureAnswers()) {
      console.log(`${figure.name.padEnd(58)} ${figure.value.padStart(40)}   target ${figure.target}`);
    }
  }
}
