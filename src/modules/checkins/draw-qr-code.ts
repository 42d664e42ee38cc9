import type { Call } from '../../operation/operation.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { QrParams, QrQuery } from './checkins.schema.ts'
import { isCode, renderQrPng } from './qr-image.ts'

/** Draws without looking the code up, so the address tells nobody which codes exist. */
export const drawQrCode = async ({ params, query }: Call<Parsed<typeof QrParams>, Parsed<typeof QrQuery>>) => {
  if (!isCode(params.qrCode)) throw notFound()
  return new Response(await renderQrPng(params.qrCode, query), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
