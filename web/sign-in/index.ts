import { addPasskey, offerPasskeys } from './passkeys.ts'
import { formatCode, readSetupKey } from './fields.ts'

readSetupKey()
formatCode()
void offerPasskeys()
addPasskey()
