import { addToGoogleWallet, readApplePass } from './download-pass.ts'
import { hearPassLogs, listChangedPasses, readPass, registerPass, unregisterPass } from './passes-on-devices.ts'

export { passTokenOf } from './passes-on-devices.ts'

export const walletOperations = [
  readApplePass,
  addToGoogleWallet,
  registerPass,
  unregisterPass,
  listChangedPasses,
  readPass,
  hearPassLogs,
]
