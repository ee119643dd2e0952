// Runs in the browser's audio thread, as a file of its own (microphone.ts). Sends the first channel of what it hears.
/** The browser calls `process` every 128 samples: a message of this many is sent about every 40 ms. */
const messageLength = 2048;

class CaptureSamples extends AudioWorkletProcessor {
  #samples = new Float32Array(messageLength);
  #filled = 0;

  process([input]) {
    const channel = input?.[0];
    if (channel === undefined) return true;
    this.#samples.set(channel, this.#filled);
    this.#filled += channel.length;
    if (this.#filled === messageLength) {
      this.port.postMessage(this.#samples, [this.#samples.buffer]);
      this.#samples = new Float32Array(messageLength);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor('capture-samples', CaptureSamples);
