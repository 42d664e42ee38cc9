export { passTokenOf } from './passes-on-devices.ts'
export { wakeDevices } from './wake-devices.ts'
