import { createCheckin, undoCheckin } from './check-in.ts'
import { lookUpGuest, searchAtDoor } from './look-up-guest.ts'
import { drawQrCode } from './qr-code.ts'
import { listCheckins, readDoor, readDoorManifest, summariseCheckins } from './read-checkins.ts'
import { uploadScans } from './upload-scans.ts'
import { issueLiveTicket, watchDoor } from './watch-door.ts'

export const checkinOperations = [
  listCheckins,
  lookUpGuest,
  searchAtDoor,
  createCheckin,
  undoCheckin,
  readDoor,
  summariseCheckins,
  uploadScans,
  readDoorManifest,
  watchDoor,
  issueLiveTicket,
  drawQrCode,
]
