// A mistake in openapi.yaml or in the handlers: the message says what to edit, so no stack is printed.
// @ts-check
export class ContractError extends Error {}
