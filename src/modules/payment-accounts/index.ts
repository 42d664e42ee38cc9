export { eraseUnneededKeys, resealAccountKeys } from './disconnect.ts'
