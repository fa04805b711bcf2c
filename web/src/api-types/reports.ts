// Written by `npm run sdk` from the operations. A change belongs there.

export interface DashboardReportsPaths {
  '/dashboard/reports/schedules/{cadence}/sample': {
    post: { params: { cadence: 'daily' | 'weekly' | 'monthly' }; answer: { object: 'report_sample'; to: string } }
  }
}
