/** What the schemas allow is accepted, and what they forbid is refused. */
import type { Check } from './check.js';

export const negativeDataRejection: Check = ({ item, answer, configuration }) => {
  if (item.mode !== 'negative' || item.probe === 'missing-header') return undefined;
  if (configuration.expects('negative_data_rejection', item.operation, answer.status)) return 'kept';
  return {
    message: `A request that breaks the rule got ${answer.status} instead of a 4xx.`,
    pointer: item.pointer,
  };
};

export const positiveDataAcceptance: Check = ({ item, answer, configuration }) => {
  if (item.operation.isOpen) return undefined;
  if (item.mode !== 'positive' || item.sender === 'nobody' || item.sender === 'other') return undefined;
  if (configuration.expects('positive_data_acceptance', item.operation, answer.status)) return 'kept';
  // No schema says which names and passwords are right.
  if (item.operation.takesLogin && answer.status >= 400 && answer.status < 500) return undefined;
  return {
    message: `A request that keeps every rule was refused with ${answer.status}.`,
    pointer: item.pointer,
  };
};

export const missingRequiredHeader: Check = ({ item, answer, configuration }) => {
  if (item.probe !== 'missing-header') return undefined;
  if (configuration.expects('missing_required_header', item.operation, answer.status)) return 'kept';
  return { message: `A request ${item.about} got ${answer.status}.`, pointer: item.pointer };
};
