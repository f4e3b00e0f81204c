/** `npm run test:full` sets FULL=1: some tests then run at the length and the size that the service is held to. */
export const isFull = process.env.FULL === '1';
