import { encode } from 'uqr'
import { notFound } from '../../kernel/failure.ts'
import { blackAndWhitePng, packRow } from '../../kernel/png.ts'
import { open, operation, raw } from '../../operation/operation.ts'
import { QrQuery } from './read-checkins.schema.ts'

const FORM = /^qr_[0-9A-Za-z]{22}$/

/** Renders the code as a PNG of `size` × `size` pixels, with a quiet zone of at least `margin` modules. */
export const renderQrPng = (
  code: string,
  { size = 300, margin = 4 }: { size?: number; margin?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> => {
  const { data: modules } = encode(code, { ecc: 'M', border: 0 })
  const scale = Math.floor(size / (modules.length + 2 * margin))
  if (scale < 1)
    throw new Error(`${size} pixels are too few for a code of ${modules.length} modules with a margin of ${margin}`)
  const start = Math.floor((size - modules.length * scale) / 2)
  const moduleAt = (pixel: number) => Math.floor((pixel - start) / scale)
  const rowOf = (modulesInRow: readonly boolean[]) => packRow(size, (x) => modulesInRow[moduleAt(x)] === true)
  const [blank, rows] = [rowOf([]), modules.map(rowOf)]
  return blackAndWhitePng(size, (y) => rows[moduleAt(y)] ?? blank)
}

/** Renders any well-formed code without a lookup, so that the endpoint does not reveal which codes exist. */
export const drawQrCode = operation({
  id: 'checkins.qr',
  summary: 'Get a QR code image',
  subject: 'none',
  routes: [open('GET /public/qr/:qrCode')],
  query: QrQuery,
  answer: raw({ 'image/png': null }),
  async run({ params, query }) {
    if (!FORM.test(params.qrCode)) throw notFound()
    return new Response(await renderQrPng(params.qrCode, query), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=31536000, immutable' },
    })
  },
})
