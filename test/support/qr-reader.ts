import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm'

const overrides = {
  instantiateWasm(imports: WebAssembly.Imports, ready: (instance: WebAssembly.Instance) => void) {
    const start = async () => ready(await WebAssembly.instantiate(wasm, imports))
    void start()
    return {}
  },
}

/** A decoder that is not ours, for what we have drawn. */
export const readQr = async (png: Uint8Array) => {
  await prepareZXingModule({ overrides, fireImmediately: true })
  return readBarcodes(png, { formats: ['QRCode'], tryHarder: true })
}
