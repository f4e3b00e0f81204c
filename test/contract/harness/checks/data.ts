/** What the schemas allow is accepted, and what they forbid is refused. */
import type { Check, Subject } from './check.js';

export const negativeDataRejection: Check = (subject) => {
  const { item, answer, configuration } = subject;
  if (item.mode !== 'negative' || item.probe === 'missing-header') return undefined;
  if (configuration.expects('negative_data_rejection', item.operation, answer.status)) return 'kept';
  if (isFailedCondition(subject)) return undefined;
  return {
    message: `A request that breaks the rule got ${answer.status} instead of a refusal.`,
    pointer: item.pointer,
  };
};

export const positiveDataAcceptance: Check = (subject) => {
  const { item, answer, configuration } = subject;
  if (item.operation.isOpen) return undefined;
  if (item.mode !== 'positive' || item.sender === 'nobody' || item.sender === 'other') return undefined;
  if (configuration.expects('positive_data_acceptance', item.operation, answer.status)) return 'kept';
  if (isFailedCondition(subject)) return undefined;
  // No schema says which names and passwords are right.
  if (item.operation.takesLogin && answer.status >= 400 && answer.status < 500) return undefined;
  return {
    message: `A request that keeps every rule was refused with ${answer.status}.`,
    pointer: item.pointer,
  };
};

const CONDITIONS = ['if-match', 'if-unmodified-since', 'if-none-match'];

/** No schema says which version is there now (RFC 9110, 13.1). */
const isFailedCondition = ({ item, answer }: Subject) =>
  answer.status === 412 && Object.keys(item.headers).some((name) => CONDITIONS.includes(name.toLowerCase()));

export const missingRequiredHeader: Check = ({ item, answer, configuration }) => {
  if (item.probe !== 'missing-header') return undefined;
  if (configuration.expects('missing_required_header', item.operation, answer.status)) return 'kept';
  return { message: `A request ${item.about} got ${answer.status}.`, pointer: item.pointer };
};
