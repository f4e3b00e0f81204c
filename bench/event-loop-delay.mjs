// Loaded into the service by `--import`: tells over IPC the longest delay of its event loop since it was asked last.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  process.on('message', () => {
    process.send({ longestMs: histogram.max / 1e6 });
    histogram.reset();
  });
  // A listener would keep the service running when it is told to stop.
  process.channel.unref();
}
