import { anyKey, signedIn } from '../../access/demands.ts'
import { dashboard, one, operation, v1 } from '../../operation/operation.ts'
import { identifyKey } from './identify-key.ts'
import { identifyUser } from './identify-user.ts'
import { KeyIdentity, UserIdentity } from './me.schema.ts'

export const meOperations = [
  operation({
    id: 'me.key',
    summary: 'Which key this is: its calendar, scopes, plan and mode',
    subject: 'calendar',
    access: anyKey,
    routes: [v1('GET /me')],
    answer: one(KeyIdentity),
    run: identifyKey,
  }),
  operation({
    id: 'me.user',
    summary: 'Who you are, and your calendars with your role in each',
    subject: 'none',
    access: signedIn,
    routes: [dashboard('GET /me')],
    answer: one(UserIdentity),
    run: identifyUser,
  }),
]
