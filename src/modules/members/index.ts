import { listMembers, putMember, removeMember } from './members.ts'

export const memberOperations = [listMembers, putMember, removeMember]
