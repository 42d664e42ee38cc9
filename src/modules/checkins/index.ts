export { letInByHand } from './check-in.ts'
export { endCheckin } from './checkins.store.ts'
export { renderQrPng } from './qr-code.ts'
export { wakeEvents } from './wake-events.ts'
