import type { Operation } from '../plan.ts'
import type { Perform } from '../world.ts'
import { admit, listCheckins, lookUp, summarise, undo } from './door.ts'
import {
  decide,
  enter,
  erase,
  leave,
  passOn,
  payAtGate,
  readGate,
  readStanding,
  refundAndCancel,
  scan,
  takeBack,
  upload,
} from './gate.ts'
import { add, approve, cancel, confirm, readSeats, register } from './hall.ts'
import { createKey, listKeys, revokeKey, toggleKey, useKey } from './keys.ts'
import { readName, readTitle, rename, retitle } from './registers.ts'
import { enterRoom, leaveRoom, readRoom } from './room.ts'
import { buy, giveUp, pay, readCoupon, readOrder, refund } from './shop.ts'

export const operations: Readonly<Record<Operation, Perform>> = {
  register,
  add,
  approve,
  cancel,
  confirm,
  readSeats,
  admit,
  undo,
  lookUp,
  listCheckins,
  summarise,
  enter,
  payAtGate,
  scan,
  takeBack,
  upload,
  leave,
  passOn,
  decide,
  erase,
  refundAndCancel,
  readStanding,
  readGate,
  enterRoom,
  leaveRoom,
  readRoom,
  createKey,
  toggleKey,
  revokeKey,
  listKeys,
  useKey,
  buy,
  giveUp,
  pay,
  refund,
  readOrder,
  readCoupon,
  retitle,
  readTitle,
  rename,
  readName,
}
