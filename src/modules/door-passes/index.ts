import { createDoorPass, listDoorPasses, revokeDoorPass } from './door-passes.ts'

export const doorPassOperations = [listDoorPasses, createDoorPass, revokeDoorPass]
