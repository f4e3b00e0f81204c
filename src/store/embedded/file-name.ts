/** The file of the embedded store in DATA_DIR. */
export const FILE_NAME = 'snippet-store.sqlite';
