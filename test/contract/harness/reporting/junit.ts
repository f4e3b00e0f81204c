/** JUnit's XML, as the schema of Ant's task has it: a test case per step, with the whole evidence of each finding. */
import { writeFile } from 'node:fs/promises';
import type { Finding } from '../finding.js';
import { printableLines } from '../printable.js';
import { describeFinding } from './describe-finding.js';
import type { Outcome, Step } from './outcome.js';

export async function writeJunit(path: string, { run, steps, seconds }: Outcome): Promise<void> {
  const failures = steps.filter(({ findings }) => findings.length > 0).length;
  const skipped = steps.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${steps.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  const began = new Date(Date.now() - seconds * 1000).toISOString().slice(0, 19);
  const name = attribute(run.target.document.title);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `<testsuite id="0" package="contract" name="${name}" hostname="${attribute(run.target.url.host)}" timestamp="${began}" ${counts}>`,
    `<properties><property name="seed" value="${run.target.configuration.seed}"/></properties>`,
    ...steps.map(testCase),
    '<system-out/>',
    '<system-err/>',
    '</testsuite>',
    '</testsuites>',
  ];
  await writeFile(path, printableLines(`${lines.join('\n')}\n`));
}

function testCase({ name, findings, isSkipped, seconds }: Step): string {
  const [phase = ''] = name.split(':');
  const head = `<testcase name="${attribute(name)}" classname="contract.${attribute(phase)}" time="${seconds.toFixed(3)}">`;
  const [first] = findings;
  // A test case has one failure.
  const evidence = findings.map(
    (finding) => `${finding.check}: ${finding.message}\n${describeFinding(finding)}`,
  );
  const failure = first
    ? `<failure type="${attribute(first.check)}" message="${attribute(messageOf(findings))}">${text(evidence.join('\n\n'))}</failure>`
    : '';
  const skipped = isSkipped ? '<skipped message="the server is gone"/>' : '';
  return `${head}${skipped}${failure}</testcase>`;
}

const messageOf = (findings: readonly Finding[]) =>
  findings.map(({ check, operation, message }) => `${check}: ${operation}: ${message}`).join('\n');

/** XML 1.0 has no other characters (2.2). */
const UNALLOWED = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const text = (given: string) =>
  given
    .toWellFormed()
    .replace(UNALLOWED, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

const attribute = (given: string) =>
  text(given).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\r/g, '&#13;').replace(/\t/g, '&#9;');
