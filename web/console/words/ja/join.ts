import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: '招待',
  join: {
    title: (calendar) => `${calendar}に参加`,
    invitedBy: {
      OWNER: (who, calendar) => `${who}さんから、${calendar}の運営にオーナーとして招待されています。`,
      MANAGER: (who, calendar) => `${who}さんから、${calendar}の運営にマネージャーとして招待されています。`,
      STAFF: (who, calendar) => `${who}さんから、${calendar}の運営にスタッフとして招待されています。`,
    },
    invited: {
      OWNER: (calendar) => `${calendar}の運営に、オーナーとして招待されています。`,
      MANAGER: (calendar) => `${calendar}の運営に、マネージャーとして招待されています。`,
      STAFF: (calendar) => `${calendar}の運営に、スタッフとして招待されています。`,
    },
    may: {
      OWNER: 'オーナーは、売上、チーム、APIキーの管理を含むすべての操作ができます。',
      MANAGER: 'マネージャーは、イベントを運営し、参加者に対応します。',
      STAFF: 'スタッフは、参加者の確認と入場受付ができます。',
    },
    text: (email) => `${email}宛ての招待です。オーナーに名前とメールアドレスが表示されます。`,
    joinAs: { OWNER: 'オーナーとして参加', MANAGER: 'マネージャーとして参加', STAFF: 'スタッフとして参加' },
  },
  waiting: {
    title: 'オーナーの確認待ち',
    text: (name, email, calendar) =>
      `${name}としてサインイン中ですが、招待は${email}宛てです。${calendar}のオーナーがご本人であることを確認すると、メンバーになります。`,
  },
  expired: { title: 'この招待は期限切れです', text: '招待は1回だけ、7日間有効です。新しい招待を依頼してください。' },
}
