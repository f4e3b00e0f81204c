/** The thread that highlights. All work that grows with the code happens here, never on the event loop. */
import { parentPort } from 'node:worker_threads';
import { highlightCode } from './grammars.js';
import { type Highlighted, highlight } from './highlight.js';
import type { HighlightInput } from './html-page.js';
import { defaultLanguage } from './languages.js';

export interface Task extends HighlightInput {
  /** Sent back when the work starts. The time limit counts from then. */
  id: number;
}

export default function run(task: Task): Highlighted {
  parentPort?.postMessage(task.id);
  return highlight(task);
}

// A grammar is compiled at its first use. This compiles the default language before the first request.
highlightCode('def warm(up):\n    return f"{up}"  # 1\n', defaultLanguage);
