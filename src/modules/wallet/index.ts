export { passTokenOf } from './passes-on-devices.ts'
