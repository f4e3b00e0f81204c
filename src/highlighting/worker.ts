/** The thread that highlights: everything that grows with the code happens here, never on the event loop. */
import { parentPort } from 'node:worker_threads';
import { type HighlightInput, type PlainReason, renderDocument, renderPlainDocument } from './document.js';
import { highlightCode } from './grammars.js';
import { defaultLanguage } from './languages.js';

export interface Task extends HighlightInput {
  /** Sent back when the work begins: the time limit runs from then. */
  id: number;
}

export interface Highlighted {
  html: string;
  /** Whether the code is shown without colours, and then why. */
  plain: boolean;
  reason?: PlainReason;
}

/** A larger document is replaced by the plain one, which stays below 1 MB for the longest code that is accepted. */
export const maxDocumentBytes = 8 * 1024 * 1024;

export default function highlight(task: Task): Highlighted {
  parentPort?.postMessage(task.id);
  try {
    const html = renderDocument(task, highlightCode(task.code, task.language));
    if (Buffer.byteLength(html) <= maxDocumentBytes) return { html, plain: false };
    return plain(task, 'too-large');
  } catch {
    return plain(task, 'failed');
  }
}

function plain(task: Task, reason: PlainReason): Highlighted {
  return { html: renderPlainDocument(task, reason), plain: true, reason };
}

// A grammar is compiled at its first use: the default language should not make the first request wait for it.
highlightCode('def warm(up):\n    return f"{up}"  # 1\n', defaultLanguage);
