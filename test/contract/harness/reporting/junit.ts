/** JUnit's XML: a test case per step, with the whole evidence of each finding. */
import { writeFile } from 'node:fs/promises';
import { describeFinding } from './describe-finding.js';
import type { Outcome, Step } from './outcome.js';

export async function writeJunit(path: string, { run, steps, seconds }: Outcome): Promise<void> {
  const failures = steps.filter(({ findings }) => findings.length > 0).length;
  const skipped = steps.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${steps.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  const name = attribute(run.target.document.title);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" ${counts}>`,
    `<testsuite name="${name}" hostname="${attribute(run.target.url.host)}" ${counts}>`,
    `<properties><property name="seed" value="${run.target.configuration.seed}"/></properties>`,
    ...steps.map(testCase),
    '</testsuite>',
    '</testsuites>',
  ];
  await writeFile(path, `${lines.join('\n')}\n`);
}

function testCase({ name, findings, isSkipped, seconds }: Step): string {
  const [phase = ''] = name.split(':');
  const head = `<testcase name="${attribute(name)}" classname="contract.${attribute(phase)}" time="${seconds.toFixed(3)}">`;
  const failures = findings.map(
    (finding) =>
      `<failure type="${attribute(finding.check)}" message="${attribute(`${finding.check}: ${finding.operation}: ${finding.message}`)}">${text(`${finding.check}: ${finding.message}\n${describeFinding(finding)}`)}</failure>`,
  );
  return [
    head,
    ...(isSkipped ? ['<skipped message="the server is gone"/>'] : []),
    ...failures,
    '</testcase>',
  ].join('');
}

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
