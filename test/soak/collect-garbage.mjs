// Loaded into the service before it starts: at SIGUSR2 it collects its garbage, so that its memory can be compared.
process.on('SIGUSR2', () => globalThis.gc?.());
