import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm'

const overrides = {
  instantiateWasm(imports: WebAssembly.Imports, ready: (instance: WebAssembly.Instance) => void) {
    const start = async () => ready(await WebAssembly.instantiate(wasm, imports))
    void start()
    return {}
  },
}

/** Decodes QR codes with zxing, independently of the service's own encoder. */
export const readQr = async (png: Uint8Array) => {
  await prepareZXingModule({ overrides, fireImmediately: true })
  return readBarcodes(png, { formats: ['QRCode'], tryHarder: true })
}
