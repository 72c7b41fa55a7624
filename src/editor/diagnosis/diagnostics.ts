import * as vscode from "vscode";
import { diagnosisReport } from "../../core/diagnosis/report.ts";
import { copyButton } from "../../core/labels/buttons.ts";
import type { Connection } from "../../core/model/connection.ts";
import {
  notRemote,
  readBeforePassingOn,
  runsHere,
  setAndLeftOut,
  trustOf,
  versionNames,
} from "../../core/sentences/diagnosis.ts";
import { proxyFor } from "../../core/service/proxyChoice.ts";
import type { NetworkSettings } from "../../core/service/serviceClient.ts";
import { copyText } from "../dialog/handOut.ts";
import { inform } from "../dialog/present.ts";
import { settingNames, settingsSection } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Log } from "./log.ts";

const reportScheme = "artifact-diagnostics";
const reportUri = vscode.Uri.from({ scheme: reportScheme, path: "/Artifact Desk diagnostics.md" });

/** The settings of VS Code that decide about the way to the service. */
const networkSettingNames = [
  "http.proxy",
  "http.noProxy",
  "http.proxyStrictSSL",
  "http.proxySupport",
  "http.systemCertificates",
];

/** The settings of which the report tells something else than their value. */
const toldApart: ReadonlySet<string> = new Set(["connections", "queries"]);

export interface DiagnosticsDependencies extends Services {
  readonly extension: vscode.Extension<unknown>;
  readonly keys: { read(connection: Connection): Promise<string | undefined> };
  /** Gives the settings that decide about the way to each service. */
  readonly network: () => NetworkSettings;
  readonly log: Log;
}

/** Makes a report for whoever helps with a problem: it is shown first, and copied when the person says so. */
export class Diagnostics implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #dependencies: DiagnosticsDependencies;
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(reportScheme, this);
  #report = "";

  readonly onDidChange = this.#onDidChange.event;

  constructor(dependencies: DiagnosticsDependencies) {
    this.#dependencies = dependencies;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }

  provideTextDocumentContent(): string {
    return this.#report;
  }

  /** Shows the report as it is now and offers to copy what is shown. Resolves once it is shown. */
  async show(): Promise<void> {
    const report = diagnosisReport(await this.#facts());
    this.#report = report;
    this.#onDidChange.fire(reportUri);
    await vscode.window.showTextDocument(reportUri, { preview: true });
    void inform(readBeforePassingOn, copyButton).then((answer) =>
      answer === copyButton ? copyText(report) : undefined,
    );
  }

  async #facts(): Promise<Parameters<typeof diagnosisReport>[0]> {
    const { extension, registry, keys, network, log } = this.#dependencies;
    const ownValue = (name: string): unknown => vscode.workspace.getConfiguration().inspect(name)?.globalValue;
    const setting = (name: string) => [name, ownValue(name)] as const;
    const way = network();
    return {
      versions: [
        ["Artifact Desk", String((extension.packageJSON as { version?: unknown }).version)],
        [vscode.env.appName, `${vscode.version} (${vscode.env.appHost})`],
        [versionNames.runsOn, runsHere(extension.extensionKind === vscode.ExtensionKind.UI)],
        [versionNames.remote, vscode.env.remoteName ?? notRemote],
        ["Node.js", process.versions.node],
        [versionNames.system, `${process.platform} ${process.arch}`],
        [versionNames.language, vscode.env.language],
        [versionNames.workspace, trustOf(vscode.workspace.isTrusted)],
      ],
      settings: [
        ...settingNames.filter((name) => !toldApart.has(name)).map((name) => setting(`${settingsSection}.${name}`)),
        // The words of queries tell what somebody works on, so that only their number is told.
        [`${settingsSection}.queries`, numberOf(ownValue(`${settingsSection}.queries`))],
        ...networkSettingNames.map(setting),
        ["http.proxyAuthorization", way.proxyAuthorization === undefined ? undefined : setAndLeftOut],
        ...["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"].map(
          (name) => [name, process.env[name] ?? process.env[name.toLowerCase()]] as const,
        ),
      ],
      connections: await Promise.all(
        registry.connections.map(async (connection) => ({
          id: connection.id,
          url: connection.url,
          hasKey: (await keys.read(connection)) !== undefined,
          proxy: proxyFor(new URL(connection.url), way, process.env),
        })),
      ),
      observations: log.observations,
    };
  }
}

function numberOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}
