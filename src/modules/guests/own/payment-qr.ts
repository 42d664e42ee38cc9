import { epcPayload } from '../../../kernel/bank-transfer.ts'
import { notFound } from '../../../kernel/failure.ts'
import { open, operation, raw } from '../../../operation/operation.ts'
import { renderQrPng } from '../../checkins/index.ts'
import { findTermsOf, transferOf } from '../../orders/index.ts'
import { managedBy, ownOrderOf } from '../../seats/index.ts'

const PIXELS = 444

export const drawPaymentQr = operation({
  id: 'registrations.paymentQr',
  summary: 'Get the payment QR code',
  description:
    'For an unpaid order in EUR that is paid by bank transfer: a code that banking apps read (EPC069-12). Otherwise 404.',
  routes: [open('GET /public/registrations/:manageToken/payment-qr', { secret: true })],
  subject: 'none',
  answer: raw({ 'image/png': null }),
  async run({ params }, deps) {
    const order = ownOrderOf(await managedBy(params.manageToken, deps))
    const transfer = order === null ? null : transferOf(order, await findTermsOf(deps.db, order.id))
    const payload = transfer === null ? null : epcPayload(transfer)
    if (payload === null) throw notFound()
    return new Response(await renderQrPng(payload, { size: PIXELS }), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-store' },
    })
  },
})
