import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { checkArtifact } from "../../corpus/artifacts.ts";
import type { Check, Corpus, Item } from "../../corpus/corpus.ts";
import { checkListing } from "../../corpus/listings.ts";
import { checkCorpusQuery } from "../../corpus/queries.ts";
import { checkRequest, checkXmlRequest } from "../../corpus/requests.ts";
import { checkSvn } from "../../corpus/svn.ts";
import { checkTracker } from "../../corpus/trackers.ts";

const groups = {
  ...{ field_id: 2, type: "sb", label: "Team", name: "team", permissions: ["read", "update", "create"] },
  bindings: { type: "ugroups", list: [] },
};
const tracker = (values: readonly object[]) => ({ id: 12, fields: [{ ...groups, values }] });
const group = { id: "102_3", uri: "user_groups/102_3", label: "Members", users_uri: "user_groups/102_3/users" };
const corpus: Corpus = {
  ...{ artifacts: [], requests: [], xmlRequests: [], svn: [], queries: [], listings: [] },
  trackers: [{ tracker: tracker([{ id: 147, label: "key", ugroup_reference: group }]) }],
};
const settings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
  immutable_tags: { paths: [], whitelist: [] },
  ...{ access_file: "", email_notifications: [] },
};
const team = { ...{ field_id: 2, type: "sb", label: "Team" }, values: [group], bind_value_ids: ["102_3"] };

suite("checks of recorded payloads", () => {
  const cases: readonly {
    readonly name: string;
    readonly check: Check;
    readonly holds: Item;
    readonly fails: readonly (readonly [item: Item, fault: RegExp])[];
  }[] = [
    {
      name: "artifacts",
      check: checkArtifact,
      holds: { artifact: { id: 9, values: [team] }, tracker: 0 },
      fails: [
        [{ artifact: { id: 9 } }, /not read/],
        [{ artifact: { id: 9, values: [{ ...team, bind_value_ids: [{}] }] } }, /no entry for field 2/],
        [{ artifact: { id: 9, values: [{ ...team, bind_value_ids: ["102_3", "102_4"] }] } }, /no name for 102_4/],
      ],
    },
    {
      name: "trackers",
      check: checkTracker,
      holds: corpus.trackers[0] ?? {},
      fails: [
        [{ tracker: { id: 12 } }, /not read/],
        // The bindings do not say that they are groups.
        [
          {
            tracker: { id: 12, fields: [{ ...groups, bindings: {}, values: [{ id: 147, ugroup_reference: group }] }] },
          },
          /offers Members as 147, which the service does not take/,
        ],
        [
          { tracker: { id: 12, fields: [], workflow: { is_used: "1", field_id: 2, transitions: [{}] } } },
          /0 of 1 transitions/,
        ],
        [
          { tracker: { id: 12, fields: [{ ...groups, type: "date", default_value: "yesterday" }] } },
          /the default of field 2 \(date\) is ignored/,
        ],
      ],
    },
    {
      name: "requests",
      check: checkRequest,
      holds: {
        ...{ method: "PUT", answer: 200, types: { "2": "string" } },
        body: { values: [{ field_id: 2, type: "string", label: "Title", value: "a" }] },
      },
      fails: [
        [
          { method: "PUT", answer: 200, types: { "2": "string" }, body: { values: [{ field_id: 2, value: 5 }] } },
          /wrongType/,
        ],
      ],
    },
    {
      name: "requests in XML",
      check: checkXmlRequest,
      holds: {
        ...{ trackerId: 12, types: { "2": "string" }, entries: [{ fieldId: 2, members: { value: "a" } }] },
        text: "<request><tracker><id>12</id></tracker><values><item><field_id>2</field_id><value>a</value></item></values></request>",
      },
      fails: [
        [{ trackerId: 12, types: {}, entries: [{}], text: "<request><values/></request>" }, /it is read as \[\]/],
      ],
    },
    {
      name: "settings",
      check: checkSvn,
      holds: { method: "PUT", answer: 200, body: { settings } },
      fails: [
        [{ method: "PUT", answer: 400, body: { settings } }, /not marked/],
        [{ method: "PUT", answer: 200, body: { settings: { ...settings, access_file: 5 } } }, /wrongType/],
        [{ returned: { id: 1, settings: { ...settings, access_file: 5 } } }, /not read/],
      ],
    },
    {
      name: "queries",
      check: checkCorpusQuery,
      holds: { query: 'team = "Members"', answer: 200, tracker: 0 },
      fails: [
        [{ query: 'taem = "Members"', answer: 200, tracker: 0 }, /unknownField at taem/],
        [{ query: 'team = "Members"', answer: 400, tracker: 0 }, /not marked/],
      ],
    },
    {
      name: "listings",
      check: checkListing,
      holds: { what: "projects", body: [{ id: 5, label: "A" }, { id: 0 }] },
      fails: [
        [{ what: "projects", body: {} }, /not read/],
        [{ what: "users", body: [{ id: 5 }, { id: 6, username: "b" }] }, /5 is missing/],
      ],
    },
  ];
  for (const { name, check, holds, fails } of cases) {
    test(`of ${name} find no fault with what is good`, async () => {
      assert.deepEqual(await check(holds, corpus), []);
    });
    for (const [item, fault] of fails) {
      test(`of ${name} find ${fault.source}`, async () => {
        assert.match((await check(item, corpus)).join("\n"), fault);
      });
    }
  }
});
