import { manager } from '../../access/demands.ts'
import { dashboard, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { createDoorPass, recoverDoorPass } from './create-door-pass.ts'
import { CreatedDoorPass, DoorPass, NewDoorPass } from './door-passes.schema.ts'
import { listDoorPasses } from './list-door-passes.ts'
import { revokeDoorPass } from './revoke-door-pass.ts'

const plan = 'PRO'

export const doorPassOperations = [
  operation({
    id: 'doorPasses.list',
    summary: 'List the door passes of an event, ended ones included',
    subject: 'event',
    access: manager,
    routes: [dashboard('GET /events/:eventId/door-passes', { plan })],
    answer: listOf(DoorPass),
    run: listDoorPasses,
  }),
  operation({
    id: 'doorPasses.create',
    summary: 'Lend the door of an event for some hours; the answer is the only one that shows the link',
    description:
      'The token is sent as `Authorization: Bearer`. It looks guests up and checks them in at this one event, needs the ' +
      'plan PRO as a key does, and ends at its time or when it is revoked.',
    subject: 'event',
    access: manager,
    routes: [dashboard('POST /events/:eventId/door-passes', { plan })],
    body: NewDoorPass,
    answer: one(CreatedDoorPass),
    refusals: ['door_pass_limit_reached'],
    recover: recoverDoorPass,
    run: createDoorPass,
  }),
  operation({
    id: 'doorPasses.revoke',
    summary: 'Revoke a door pass for good',
    subject: 'event',
    access: manager,
    routes: [dashboard('DELETE /events/:eventId/door-passes/:passId', { plan })],
    answer: one(Deleted),
    run: revokeDoorPass,
  }),
]
