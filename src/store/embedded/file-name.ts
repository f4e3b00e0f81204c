/** The file of the embedded store in DATA_DIR. In a file of its own, because its readers need not load SQLite. */
export const FILE_NAME = 'snippet-store.sqlite';
