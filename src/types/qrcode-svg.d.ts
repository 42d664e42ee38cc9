declare module 'qrcode-svg' {
  export default class QRCode {
    constructor(options: { content: string; ecl: 'L' | 'M' | 'Q' | 'H'; padding: number })
    readonly qrcode: { readonly modules: readonly (readonly boolean[])[] }
  }
}
