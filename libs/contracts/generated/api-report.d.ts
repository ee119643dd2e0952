// API of @khmer-learning/contracts. Release 1.0.0. Written by npm run api-report.

// audit/audit.ts
declare const auditEntrySchema: z.ZodObject<{
    id: z.ZodString;
    at: z.ZodString;
    service: z.ZodEnum<{
        commerce: "commerce";
        content: "content";
        gateway: "gateway";
        media: "media";
        quizzes: "quizzes";
        stats: "stats";
        users: "users";
    }>;
    action: z.ZodEnum<{
        "access-granted": "access-granted";
        "access-revoked": "access-revoked";
        "changes-requested": "changes-requested";
        "comment-deleted": "comment-deleted";
        "comment-edited": "comment-edited";
        commented: "commented";
        "comments-reopened": "comments-reopened";
        "comments-resolved": "comments-resolved";
        created: "created";
        deleted: "deleted";
        "edited-together": "edited-together";
        "edits-undone": "edits-undone";
        exported: "exported";
        "import-undone": "import-undone";
        imported: "imported";
        "invitation-accepted": "invitation-accepted";
        invited: "invited";
        "key-changed": "key-changed";
        "key-created": "key-created";
        "key-revoked": "key-revoked";
        moved: "moved";
        "password-changed": "password-changed";
        "password-forgotten": "password-forgotten";
        "password-refused": "password-refused";
        "password-reset": "password-reset";
        "preview-link-created": "preview-link-created";
        "preview-link-revoked": "preview-link-revoked";
        proved: "proved";
        "recovery-codes-created": "recovery-codes-created";
        "refund-requested": "refund-requested";
        "refund-withdrawn": "refund-withdrawn";
        refunded: "refunded";
        refused: "refused";
        released: "released";
        restored: "restored";
        "review-granted": "review-granted";
        "review-requested": "review-requested";
        "review-withdrawn": "review-withdrawn";
        "schedule-cancelled": "schedule-cancelled";
        scheduled: "scheduled";
        "second-factor-added": "second-factor-added";
        "second-factor-refused": "second-factor-refused";
        "second-factor-removed": "second-factor-removed";
        "sign-in": "sign-in";
        "sign-in-failed": "sign-in-failed";
        "sign-out": "sign-out";
        status: "status";
        updated: "updated";
        uploaded: "uploaded";
        "working-copy-discarded": "working-copy-discarded";
        "working-copy-published": "working-copy-published";
        "working-copy-saved": "working-copy-saved";
    }>;
    entity: z.ZodString;
    entityId: z.ZodString;
    title: z.ZodString;
    fields: z.ZodArray<z.ZodString>;
    detail: z.ZodNullable<z.ZodString>;
    address: z.ZodNullable<z.ZodString>;
    requestId: z.ZodNullable<z.ZodString>;
    actor: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        role: z.ZodString;
        name: z.ZodString;
        email: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const auditActions: readonly ['created', 'updated', 'deleted', 'restored', 'status', 'scheduled', 'schedule-cancelled', 'review-requested', 'review-withdrawn', 'changes-requested', 'review-granted', 'released', 'edited-together', 'edits-undone', 'moved', 'working-copy-saved', 'working-copy-published', 'working-copy-discarded', 'commented', 'comment-edited', 'comment-deleted', 'comments-resolved', 'comments-reopened', 'preview-link-created', 'preview-link-revoked', 'imported', 'import-undone', 'exported', 'uploaded', 'sign-in', 'sign-in-failed', 'sign-out', 'password-forgotten', 'password-changed', 'password-reset', 'password-refused', 'proved', 'second-factor-added', 'second-factor-removed', 'second-factor-refused', 'recovery-codes-created', 'invited', 'invitation-accepted', 'key-created', 'key-changed', 'key-revoked', 'refunded', 'refund-requested', 'refund-withdrawn', 'access-granted', 'access-revoked', 'refused'];
export declare const auditList: {
    readonly id: "audit.list";
    readonly service: "users";
    readonly method: "GET";
    readonly path: "/api/audit";
    readonly access: "admin";
    readonly summary: "Audit log, newest first";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        entity: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        entityId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        action: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"access-granted" | "access-revoked" | "changes-requested" | "comment-deleted" | "comment-edited" | "commented" | "comments-reopened" | "comments-resolved" | "created" | "deleted" | "edited-together" | "edits-undone" | "exported" | "import-undone" | "imported" | "invitation-accepted" | "invited" | "key-changed" | "key-created" | "key-revoked" | "moved" | "password-changed" | "password-forgotten" | "password-refused" | "password-reset" | "preview-link-created" | "preview-link-revoked" | "proved" | "recovery-codes-created" | "refund-requested" | "refund-withdrawn" | "refunded" | "refused" | "released" | "restored" | "review-granted" | "review-requested" | "review-withdrawn" | "schedule-cancelled" | "scheduled" | "second-factor-added" | "second-factor-refused" | "second-factor-removed" | "sign-in" | "sign-in-failed" | "sign-out" | "status" | "updated" | "uploaded" | "working-copy-discarded" | "working-copy-published" | "working-copy-saved" | undefined, string | undefined>>;
        actorId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
        from: z.ZodOptional<z.ZodISODateTime>;
        to: z.ZodOptional<z.ZodISODateTime>;
        sort: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<"-at" | "at" | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            at: z.ZodString;
            service: z.ZodEnum<{
                commerce: "commerce";
                content: "content";
                gateway: "gateway";
                media: "media";
                quizzes: "quizzes";
                stats: "stats";
                users: "users";
            }>;
            action: z.ZodEnum<{
                "access-granted": "access-granted";
                "access-revoked": "access-revoked";
                "changes-requested": "changes-requested";
                "comment-deleted": "comment-deleted";
                "comment-edited": "comment-edited";
                commented: "commented";
                "comments-reopened": "comments-reopened";
                "comments-resolved": "comments-resolved";
                created: "created";
                deleted: "deleted";
                "edited-together": "edited-together";
                "edits-undone": "edits-undone";
                exported: "exported";
                "import-undone": "import-undone";
                imported: "imported";
                "invitation-accepted": "invitation-accepted";
                invited: "invited";
                "key-changed": "key-changed";
                "key-created": "key-created";
                "key-revoked": "key-revoked";
                moved: "moved";
                "password-changed": "password-changed";
                "password-forgotten": "password-forgotten";
                "password-refused": "password-refused";
                "password-reset": "password-reset";
                "preview-link-created": "preview-link-created";
                "preview-link-revoked": "preview-link-revoked";
                proved: "proved";
                "recovery-codes-created": "recovery-codes-created";
                "refund-requested": "refund-requested";
                "refund-withdrawn": "refund-withdrawn";
                refunded: "refunded";
                refused: "refused";
                released: "released";
                restored: "restored";
                "review-granted": "review-granted";
                "review-requested": "review-requested";
                "review-withdrawn": "review-withdrawn";
                "schedule-cancelled": "schedule-cancelled";
                scheduled: "scheduled";
                "second-factor-added": "second-factor-added";
                "second-factor-refused": "second-factor-refused";
                "second-factor-removed": "second-factor-removed";
                "sign-in": "sign-in";
                "sign-in-failed": "sign-in-failed";
                "sign-out": "sign-out";
                status: "status";
                updated: "updated";
                uploaded: "uploaded";
                "working-copy-discarded": "working-copy-discarded";
                "working-copy-published": "working-copy-published";
                "working-copy-saved": "working-copy-saved";
            }>;
            entity: z.ZodString;
            entityId: z.ZodString;
            title: z.ZodString;
            fields: z.ZodArray<z.ZodString>;
            detail: z.ZodNullable<z.ZodString>;
            address: z.ZodNullable<z.ZodString>;
            requestId: z.ZodNullable<z.ZodString>;
            actor: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                role: z.ZodString;
                name: z.ZodString;
                email: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const auditRecordSchema: z.ZodObject<{
    id: z.ZodString;
    at: z.ZodString;
    service: z.ZodEnum<{
        commerce: "commerce";
        content: "content";
        gateway: "gateway";
        media: "media";
        quizzes: "quizzes";
        stats: "stats";
        users: "users";
    }>;
    action: z.ZodEnum<{
        "access-granted": "access-granted";
        "access-revoked": "access-revoked";
        "changes-requested": "changes-requested";
        "comment-deleted": "comment-deleted";
        "comment-edited": "comment-edited";
        commented: "commented";
        "comments-reopened": "comments-reopened";
        "comments-resolved": "comments-resolved";
        created: "created";
        deleted: "deleted";
        "edited-together": "edited-together";
        "edits-undone": "edits-undone";
        exported: "exported";
        "import-undone": "import-undone";
        imported: "imported";
        "invitation-accepted": "invitation-accepted";
        invited: "invited";
        "key-changed": "key-changed";
        "key-created": "key-created";
        "key-revoked": "key-revoked";
        moved: "moved";
        "password-changed": "password-changed";
        "password-forgotten": "password-forgotten";
        "password-refused": "password-refused";
        "password-reset": "password-reset";
        "preview-link-created": "preview-link-created";
        "preview-link-revoked": "preview-link-revoked";
        proved: "proved";
        "recovery-codes-created": "recovery-codes-created";
        "refund-requested": "refund-requested";
        "refund-withdrawn": "refund-withdrawn";
        refunded: "refunded";
        refused: "refused";
        released: "released";
        restored: "restored";
        "review-granted": "review-granted";
        "review-requested": "review-requested";
        "review-withdrawn": "review-withdrawn";
        "schedule-cancelled": "schedule-cancelled";
        scheduled: "scheduled";
        "second-factor-added": "second-factor-added";
        "second-factor-refused": "second-factor-refused";
        "second-factor-removed": "second-factor-removed";
        "sign-in": "sign-in";
        "sign-in-failed": "sign-in-failed";
        "sign-out": "sign-out";
        status: "status";
        updated: "updated";
        uploaded: "uploaded";
        "working-copy-discarded": "working-copy-discarded";
        "working-copy-published": "working-copy-published";
        "working-copy-saved": "working-copy-saved";
    }>;
    entity: z.ZodString;
    entityId: z.ZodString;
    title: z.ZodString;
    fields: z.ZodArray<z.ZodString>;
    detail: z.ZodNullable<z.ZodString>;
    actor: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        role: z.ZodString;
    }, z.core.$strip>>;
    address: z.ZodNullable<z.ZodString>;
    requestId: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const auditSorts: readonly ['at'];
export type AuditAction = (typeof auditActions)[number];
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type AuditRecord = z.infer<typeof auditRecordSchema>;
import { z } from 'zod';

// commerce/internal.endpoints.ts
export declare const ownedMainLessons: {
    readonly id: "internal.ownedMainLessons";
    readonly service: "commerce";
    readonly method: "POST";
    readonly path: "/internal/owned-main-lessons";
    readonly access: "internal";
    readonly summary: "Find the main lessons that a learner owns";
    readonly body: z.ZodObject<{
        learnerId: z.ZodNumber;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        mainLessonIds: z.ZodArray<z.ZodNumber>;
        until: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
import { z } from 'zod';

// commerce/purchase.ts
declare const paymentStatusGroups: {
    readonly completed: readonly ["completed", "complete"];
    readonly pending: readonly ["pending", "pending_refund", "created", "saved", "approved", "payer_action_required"];
    readonly refund: readonly ["refund", "refunded", "partially_refunded"];
    readonly cancelled: readonly ["cancel", "cancelled", "voided"];
    readonly failed: readonly ["declined", "failed", "denied", "reversed"];
};
declare const purchaseDetailSchema: z.ZodObject<{
    id: z.ZodNumber;
    purchaseId: z.ZodString;
    userId: z.ZodNullable<z.ZodNumber>;
    userEmail: z.ZodString;
    mainLessonId: z.ZodNullable<z.ZodNumber>;
    purchaseAmount: z.ZodNumber;
    refundedAmount: z.ZodNumber;
    pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
    paymentMethod: z.ZodString;
    platformType: z.ZodString;
    paymentStatus: z.ZodString;
    purchaseDate: z.ZodString;
    accessEndsAt: z.ZodOptional<z.ZodString>;
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    mainLesson: z.ZodNullable<z.ZodObject<{
        title: z.ZodString;
        description: z.ZodString;
        id: z.ZodNumber;
        imageCoverUrl: z.ZodString;
        free: z.ZodBoolean;
        price: z.ZodNullable<z.ZodNumber>;
    }, z.core.$strip>>;
    refunds: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        amount: z.ZodNumber;
        reason: z.ZodNullable<z.ZodString>;
        status: z.ZodString;
        canWithdraw: z.ZodBoolean;
        createdAt: z.ZodString;
    }, z.core.$strip>>;
    grant: z.ZodOptional<z.ZodObject<{
        reason: z.ZodString;
        grantedBy: z.ZodNullable<z.ZodString>;
        revocationReason: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const purchaseSchema: z.ZodObject<{
    id: z.ZodNumber;
    purchaseId: z.ZodString;
    userId: z.ZodNullable<z.ZodNumber>;
    userEmail: z.ZodString;
    mainLessonId: z.ZodNullable<z.ZodNumber>;
    purchaseAmount: z.ZodNumber;
    refundedAmount: z.ZodNumber;
    pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
    paymentMethod: z.ZodString;
    platformType: z.ZodString;
    paymentStatus: z.ZodString;
    purchaseDate: z.ZodString;
    accessEndsAt: z.ZodOptional<z.ZodString>;
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const failedPaymentsFilter = "Failed";
export declare const grantedMethod = "granted";
export declare const mainLessonSales: {
    readonly id: "mainLessons.sales";
    readonly service: "commerce";
    readonly method: "GET";
    readonly path: "/api/main-lessons/:id/sales";
    readonly access: "session";
    readonly summary: "Learners who have paid for a main lesson";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        learners: z.ZodNumber;
        paid: z.ZodOptional<z.ZodNumber>;
        isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
    }, z.core.$strip>;
};
export declare const maxCountedPurchases = 10000;
export declare const ordersCapture: {
    readonly service: "commerce";
    readonly access: 'public';
    readonly id: "orders.capture";
    readonly responseTimeoutMs: 25000;
    readonly method: "POST";
    readonly path: "/api/orders/:token/capture";
    readonly summary: "Capture an approved order";
    readonly params: z.ZodObject<{
        token: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodString;
        status: z.ZodString;
    }, z.core.$strip>;
};
export declare const ownershipStatuses: readonly ['completed', 'complete', 'partially_refunded'];
export declare const paymentStatusFilters: readonly ['Completed', 'Pending', 'Refund', 'Granted'];
export declare const paymentsWebhook: {
    readonly service: "commerce";
    readonly access: 'public';
    readonly id: "payments.webhook";
    readonly responseTimeoutMs: 25000;
    readonly method: "POST";
    readonly path: "/api/payments/webhook";
    readonly summary: "Receive webhook notifications from the payment provider";
    readonly bodyType: "raw";
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const pendingRefundStatus = "pending_refund";
export declare const pendingRefundsFilter = "RefundPending";
export declare const priceCurrency = "USD";
export declare const purchaseDateFilters: readonly ['today', 'yesterday', 'this-week', 'this-month', 'this-year', 'last-week', 'last-month', 'last-year', 'last-7-days', 'last-30-days', 'last-90-days'];
export declare const purchaseEvent: {
    readonly service: "commerce";
    readonly entity: "purchase";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        purchaseId: z.ZodString;
        userId: z.ZodNullable<z.ZodNumber>;
        userEmail: z.ZodString;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        purchaseAmount: z.ZodNumber;
        refundedAmount: z.ZodNumber;
        pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
        paymentMethod: z.ZodString;
        platformType: z.ZodString;
        paymentStatus: z.ZodString;
        purchaseDate: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodString>;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const purchaseMessages: {
    readonly alreadyOwned: 'You already own this main lesson';
    readonly beingPaid: 'A payment for this main lesson is being processed';
    readonly notForSale: 'This main lesson is free';
    readonly notApproved: 'The payment has not been approved yet';
    readonly declined: 'The payment was declined';
    readonly mismatch: 'The payment does not match the purchase';
    readonly hintContradicted: 'The payment provider did not confirm this payment status';
    readonly ended: 'This order is no longer valid. Please order again.';
    readonly refused: 'The payment provider declined this request';
    readonly notPending: 'Only a pending purchase can be cancelled';
    readonly cancelled: 'Purchase cancelled';
    readonly statusStored: 'Payment status updated successfully';
    readonly overRefund: 'The refund exceeds the remaining refundable amount';
    readonly notRefundable: 'Only a completed payment can be refunded';
    readonly refundNotSettled: 'An earlier refund of this payment is still being processed. Try again in a minute, or request the same amount again.';
    readonly refundPending: 'An earlier refund of this payment is pending. Withdraw it, or wait until it has been sent, and try again.';
    readonly refundBeingSent: 'This refund is being sent to the payment provider. If it turns out that it was not made, it can be withdrawn.';
    readonly refundSent: 'This refund has been sent to the payment provider and can no longer be withdrawn';
    readonly providerDown: 'The payment provider cannot be reached. Try again in a moment.';
    readonly badSignature: 'The signature is not valid';
    readonly learnerOwns: 'This learner already has access to this main lesson';
    readonly endInPast: 'The end must be in the future';
    readonly grantNotRefundable: 'Access that was granted cannot be refunded. Revoke it instead.';
    readonly notGranted: 'Only access that was granted can be revoked';
    readonly grantEnded: 'This access has already ended';
};
export declare const purchaseRowSchema: z.ZodObject<{
    id: z.ZodNumber;
    purchaseId: z.ZodString;
    userId: z.ZodNullable<z.ZodNumber>;
    userEmail: z.ZodString;
    mainLessonId: z.ZodNullable<z.ZodNumber>;
    purchaseAmount: z.ZodNumber;
    refundedAmount: z.ZodNumber;
    pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
    paymentMethod: z.ZodString;
    platformType: z.ZodString;
    paymentStatus: z.ZodString;
    purchaseDate: z.ZodString;
    accessEndsAt: z.ZodOptional<z.ZodString>;
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    email: z.ZodString;
    mainLessonTitle: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const purchaseSorts: readonly ['date', 'amount', 'status', 'email'];
export declare const purchasesCancel: {
    readonly service: "commerce";
    readonly access: 'public';
    readonly id: "purchases.cancel";
    readonly responseTimeoutMs: 25000;
    readonly method: "DELETE";
    readonly path: "/api/lessons/purchase/:token";
    readonly summary: "Cancel a pending purchase";
    readonly params: z.ZodObject<{
        token: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const purchasesExport: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.export";
    readonly method: "GET";
    readonly path: "/api/purchase_history/export";
    readonly aliases: readonly ["/api/purchase-history/export"];
    readonly recentProof: true;
    readonly summary: "Purchase history as CSV";
    readonly query: z.ZodObject<{
        payment_status: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"Completed" | "Failed" | "Granted" | "Pending" | "Refund" | "RefundPending" | undefined, string | undefined>>;
        purchase_date: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"last-30-days" | "last-7-days" | "last-90-days" | "last-month" | "last-week" | "last-year" | "this-month" | "this-week" | "this-year" | "today" | "yesterday" | undefined, string | undefined>>;
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly responseType: "binary";
    readonly response: z.ZodUnknown;
};
export declare const purchasesGet: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.get";
    readonly method: "GET";
    readonly path: "/api/purchase_history/:id";
    readonly aliases: readonly ["/api/purchase-history/:id"];
    readonly summary: "One purchase";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        purchaseId: z.ZodString;
        userId: z.ZodNullable<z.ZodNumber>;
        userEmail: z.ZodString;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        purchaseAmount: z.ZodNumber;
        refundedAmount: z.ZodNumber;
        pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
        paymentMethod: z.ZodString;
        platformType: z.ZodString;
        paymentStatus: z.ZodString;
        purchaseDate: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        mainLesson: z.ZodNullable<z.ZodObject<{
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>>;
        refunds: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            amount: z.ZodNumber;
            reason: z.ZodNullable<z.ZodString>;
            status: z.ZodString;
            canWithdraw: z.ZodBoolean;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        grant: z.ZodOptional<z.ZodObject<{
            reason: z.ZodString;
            grantedBy: z.ZodNullable<z.ZodString>;
            revocationReason: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const purchasesGrant: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.grant";
    readonly method: "POST";
    readonly path: "/api/purchase_history/grants";
    readonly summary: "Grant a learner access to a paid main lesson";
    readonly body: z.ZodObject<{
        userId: z.ZodNumber;
        mainLessonId: z.ZodNumber;
        reason: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodISODateTime>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        purchaseId: z.ZodString;
        userId: z.ZodNullable<z.ZodNumber>;
        userEmail: z.ZodString;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        purchaseAmount: z.ZodNumber;
        refundedAmount: z.ZodNumber;
        pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
        paymentMethod: z.ZodString;
        platformType: z.ZodString;
        paymentStatus: z.ZodString;
        purchaseDate: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        mainLesson: z.ZodNullable<z.ZodObject<{
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>>;
        refunds: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            amount: z.ZodNumber;
            reason: z.ZodNullable<z.ZodString>;
            status: z.ZodString;
            canWithdraw: z.ZodBoolean;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        grant: z.ZodOptional<z.ZodObject<{
            reason: z.ZodString;
            grantedBy: z.ZodNullable<z.ZodString>;
            revocationReason: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const purchasesList: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.list";
    readonly method: "GET";
    readonly path: "/api/purchase_history";
    readonly aliases: readonly ["/api/purchase-history"];
    readonly summary: "Purchase history, newest first";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        payment_status: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"Completed" | "Failed" | "Granted" | "Pending" | "Refund" | "RefundPending" | undefined, string | undefined>>;
        purchase_date: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"last-30-days" | "last-7-days" | "last-90-days" | "last-month" | "last-week" | "last-year" | "this-month" | "this-week" | "this-year" | "today" | "yesterday" | undefined, string | undefined>>;
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        userId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
        sort: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<"-amount" | "-date" | "-email" | "-status" | "amount" | "date" | "email" | "status" | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            purchaseId: z.ZodString;
            userId: z.ZodNullable<z.ZodNumber>;
            userEmail: z.ZodString;
            mainLessonId: z.ZodNullable<z.ZodNumber>;
            purchaseAmount: z.ZodNumber;
            refundedAmount: z.ZodNumber;
            pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
            paymentMethod: z.ZodString;
            platformType: z.ZodString;
            paymentStatus: z.ZodString;
            purchaseDate: z.ZodString;
            accessEndsAt: z.ZodOptional<z.ZodString>;
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            email: z.ZodString;
            mainLessonTitle: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const purchasesRefund: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.refund";
    readonly responseTimeoutMs: 25000;
    readonly method: "POST";
    readonly path: "/api/payments/captures/:purchaseId/refund";
    readonly summary: "Refund a payment in full or in part";
    readonly params: z.ZodObject<{
        purchaseId: z.ZodString;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        amount: z.ZodOptional<z.ZodNumber>;
        reason: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        purchaseId: z.ZodString;
        userId: z.ZodNullable<z.ZodNumber>;
        userEmail: z.ZodString;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        purchaseAmount: z.ZodNumber;
        refundedAmount: z.ZodNumber;
        pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
        paymentMethod: z.ZodString;
        platformType: z.ZodString;
        paymentStatus: z.ZodString;
        purchaseDate: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        mainLesson: z.ZodNullable<z.ZodObject<{
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>>;
        refunds: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            amount: z.ZodNumber;
            reason: z.ZodNullable<z.ZodString>;
            status: z.ZodString;
            canWithdraw: z.ZodBoolean;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        grant: z.ZodOptional<z.ZodObject<{
            reason: z.ZodString;
            grantedBy: z.ZodNullable<z.ZodString>;
            revocationReason: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const purchasesRevoke: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.revoke";
    readonly method: "POST";
    readonly path: "/api/purchase_history/:id/revoke";
    readonly summary: "Revoke access that was granted";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        reason: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        purchaseId: z.ZodString;
        userId: z.ZodNullable<z.ZodNumber>;
        userEmail: z.ZodString;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        purchaseAmount: z.ZodNumber;
        refundedAmount: z.ZodNumber;
        pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
        paymentMethod: z.ZodString;
        platformType: z.ZodString;
        paymentStatus: z.ZodString;
        purchaseDate: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        mainLesson: z.ZodNullable<z.ZodObject<{
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>>;
        refunds: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            amount: z.ZodNumber;
            reason: z.ZodNullable<z.ZodString>;
            status: z.ZodString;
            canWithdraw: z.ZodBoolean;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        grant: z.ZodOptional<z.ZodObject<{
            reason: z.ZodString;
            grantedBy: z.ZodNullable<z.ZodString>;
            revocationReason: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const purchasesSyncPaymentStatus: {
    readonly service: "commerce";
    readonly access: 'public';
    readonly id: "purchases.paymentStatus";
    readonly responseTimeoutMs: 25000;
    readonly method: "PATCH";
    readonly path: "/api/lessons/purchase/:id/payment-status";
    readonly summary: "Update a purchase's payment status from the provider";
    readonly params: z.ZodObject<{
        id: z.ZodString;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        paymentStatus: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        purchaseId: z.ZodString;
        paymentStatus: z.ZodString;
        message: z.ZodString;
        data: z.ZodObject<{
            purchaseId: z.ZodString;
            paymentStatus: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const purchasesWithdrawRefund: {
    readonly service: "commerce";
    readonly access: 'admin';
    readonly id: "purchases.withdrawRefund";
    readonly method: "DELETE";
    readonly path: "/api/purchase_history/:id/refunds/:refundId";
    readonly aliases: readonly ["/api/purchase-history/:id/refunds/:refundId"];
    readonly summary: "Withdraw a pending refund";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
        refundId: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        purchaseId: z.ZodString;
        userId: z.ZodNullable<z.ZodNumber>;
        userEmail: z.ZodString;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        purchaseAmount: z.ZodNumber;
        refundedAmount: z.ZodNumber;
        pendingRefundAmount: z.ZodOptional<z.ZodNumber>;
        paymentMethod: z.ZodString;
        platformType: z.ZodString;
        paymentStatus: z.ZodString;
        purchaseDate: z.ZodString;
        accessEndsAt: z.ZodOptional<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        mainLesson: z.ZodNullable<z.ZodObject<{
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>>;
        refunds: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            amount: z.ZodNumber;
            reason: z.ZodNullable<z.ZodString>;
            status: z.ZodString;
            canWithdraw: z.ZodBoolean;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        grant: z.ZodOptional<z.ZodObject<{
            reason: z.ZodString;
            grantedBy: z.ZodNullable<z.ZodString>;
            revocationReason: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const refundProofCents = 5000;
export declare const refundSchema: z.ZodObject<{
    id: z.ZodString;
    amount: z.ZodNumber;
    reason: z.ZodNullable<z.ZodString>;
    status: z.ZodString;
    canWithdraw: z.ZodBoolean;
    createdAt: z.ZodString;
}, z.core.$strip>;
export declare const v1OrdersCreate: {
    readonly id: "v1.orders.create";
    readonly idempotent: true;
    readonly scope: "orders";
    readonly service: "commerce";
    readonly responseTimeoutMs: 25000;
    readonly method: "POST";
    readonly path: "/api/v1/orders";
    readonly access: "learner";
    readonly envelope: "v1";
    readonly summary: "Order a paid main lesson";
    readonly body: z.ZodObject<{
        mainLessonId: z.ZodNumber;
        platformType: z.ZodPipe<z.ZodDefault<z.ZodString>, z.ZodTransform<string, string>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            id: z.ZodString;
            status: z.ZodString;
            approveUrl: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const v1PurchaseSchema: z.ZodObject<{
    id: z.ZodNumber;
    purchaseId: z.ZodString;
    mainLessonId: z.ZodNullable<z.ZodNumber>;
    purchaseAmount: z.ZodNumber;
    refundedAmount: z.ZodNumber;
    paymentMethod: z.ZodString;
    paymentStatus: z.ZodString;
    purchaseDate: z.ZodString;
    accessEndsAt: z.ZodOptional<z.ZodString>;
    mainLessonTitle: z.ZodString;
}, z.core.$strip>;
export declare const v1PurchasesList: {
    readonly id: "v1.purchases.list";
    readonly service: "commerce";
    readonly method: "GET";
    readonly path: "/api/v1/purchases";
    readonly access: "learner";
    readonly envelope: "v1";
    readonly summary: "The learner's purchases";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            purchaseId: z.ZodString;
            mainLessonId: z.ZodNullable<z.ZodNumber>;
            purchaseAmount: z.ZodNumber;
            refundedAmount: z.ZodNumber;
            paymentMethod: z.ZodString;
            paymentStatus: z.ZodString;
            purchaseDate: z.ZodString;
            accessEndsAt: z.ZodOptional<z.ZodString>;
            mainLessonTitle: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const webhookHeaders: {
    readonly id: 'paypal-transmission-id';
    readonly time: 'paypal-transmission-time';
    readonly signature: 'paypal-transmission-sig';
    readonly certificateUrl: 'paypal-cert-url';
    readonly algorithm: 'paypal-auth-algo';
};
export declare function ownershipOf(options: Pick<StateOf<typeof purchaseEvent>, 'paymentStatus' | 'userId' | 'mainLessonId'>): {
    userId: number;
    mainLessonId: number;
} | undefined;
export declare function paymentStatusGroupOf(status: string): PaymentStatusGroup | undefined;
export type PaymentStatusGroup = keyof typeof paymentStatusGroups;
export type Purchase = z.infer<typeof purchaseSchema>;
export type PurchaseDateFilter = (typeof purchaseDateFilters)[number];
export type PurchaseDetail = z.infer<typeof purchaseDetailSchema>;
export type PurchaseRow = z.infer<typeof purchaseRowSchema>;
import type { StateOf } from '../core/event.ts';
import { z } from 'zod';

// content/content-release.ts
declare const releaseFailureSchema: z.ZodObject<{
    message: z.ZodString;
    items: z.ZodArray<z.ZodObject<{
        entity: z.ZodEnum<{
            lesson: "lesson";
            "main-lesson": "main-lesson";
            quiz: "quiz";
        }>;
        id: z.ZodNumber;
        title: z.ZodString;
        message: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const releasedItemSchema: z.ZodObject<{
    entity: z.ZodEnum<{
        lesson: "lesson";
        "main-lesson": "main-lesson";
        quiz: "quiz";
    }>;
    id: z.ZodNumber;
    version: z.ZodNumber;
    of: z.ZodEnum<{
        item: "item";
        "working-copy": "working-copy";
    }>;
}, z.core.$strip>;
export declare const contentReleaseEvent: {
    readonly service: "content";
    readonly entity: "content-release";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        step: z.ZodEnum<{
            commit: "commit";
            prepare: "prepare";
        }>;
        quizzes: z.ZodArray<z.ZodObject<{
            entity: z.ZodEnum<{
                lesson: "lesson";
                "main-lesson": "main-lesson";
                quiz: "quiz";
            }>;
            id: z.ZodNumber;
            version: z.ZodNumber;
            of: z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>;
        }, z.core.$strip>>;
        isVersionBound: z.ZodBoolean;
        mainLessonIds: z.ZodOptional<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>;
};
export declare const contentReleaseLimits: {
    readonly items: 50;
    readonly bytes: number;
    readonly listed: 500;
    readonly preparationMs: 60000;
};
export declare const contentReleaseMessages: {
    readonly items: 'Choose something to publish';
    readonly tooMany: "At most 50 items can be published together";
    readonly tooLarge: 'This is too much to publish together. Publish it in several parts';
    readonly twice: 'Each item can be chosen once';
    readonly refused: 'Nothing was published: some items cannot be published now';
    readonly beingPublished: 'This quiz is being published. Try again in a moment';
    readonly savedByOther: 'It was saved since by somebody who may not publish';
    readonly unanswered: 'Nothing was published: the quizzes could not be reached in time';
    readonly broken: 'Nothing was published because of an error. Try again later';
    readonly notChangeable: 'This release is being published already';
    readonly cancelled: 'The release was cancelled';
};
export declare const contentReleaseSchema: z.ZodObject<{
    id: z.ZodNumber;
    at: z.ZodNullable<z.ZodString>;
    state: z.ZodEnum<{
        committed: "committed";
        done: "done";
        failed: "failed";
        preparing: "preparing";
        scheduled: "scheduled";
    }>;
    items: z.ZodArray<z.ZodObject<{
        entity: z.ZodEnum<{
            lesson: "lesson";
            "main-lesson": "main-lesson";
            quiz: "quiz";
        }>;
        id: z.ZodNumber;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
    }, z.core.$strip>>;
    failure: z.ZodNullable<z.ZodObject<{
        message: z.ZodString;
        items: z.ZodArray<z.ZodObject<{
            entity: z.ZodEnum<{
                lesson: "lesson";
                "main-lesson": "main-lesson";
                quiz: "quiz";
            }>;
            id: z.ZodNumber;
            title: z.ZodString;
            message: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    createdBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const contentReleaseStates: readonly ['scheduled', 'preparing', 'committed', 'done', 'failed'];
export declare const contentReleases: {
    create: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "contentReleases.create";
        readonly permission: "publish";
        readonly method: "POST";
        readonly path: "/api/content-releases";
        readonly summary: "Publish lessons, main lessons and quizzes together, at once or at a time";
        readonly body: z.ZodObject<{
            items: z.ZodArray<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                    quiz: "quiz";
                }>;
                id: z.ZodNumber;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
            }, z.core.$strip>>;
            at: z.ZodDefault<z.ZodNullable<z.ZodISODateTime>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            at: z.ZodNullable<z.ZodString>;
            state: z.ZodEnum<{
                committed: "committed";
                done: "done";
                failed: "failed";
                preparing: "preparing";
                scheduled: "scheduled";
            }>;
            items: z.ZodArray<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                    quiz: "quiz";
                }>;
                id: z.ZodNumber;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
            }, z.core.$strip>>;
            failure: z.ZodNullable<z.ZodObject<{
                message: z.ZodString;
                items: z.ZodArray<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                        quiz: "quiz";
                    }>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                    message: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            createdBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly status: 201;
    };
    list: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "contentReleases.list";
        readonly method: "GET";
        readonly path: "/api/content-releases";
        readonly summary: "What is to be published together";
        readonly query: z.ZodObject<{
            from: z.ZodISODateTime;
            until: z.ZodISODateTime;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                at: z.ZodNullable<z.ZodString>;
                state: z.ZodEnum<{
                    committed: "committed";
                    done: "done";
                    failed: "failed";
                    preparing: "preparing";
                    scheduled: "scheduled";
                }>;
                items: z.ZodArray<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                        quiz: "quiz";
                    }>;
                    id: z.ZodNumber;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodObject<{
                    message: z.ZodString;
                    items: z.ZodArray<z.ZodObject<{
                        entity: z.ZodEnum<{
                            lesson: "lesson";
                            "main-lesson": "main-lesson";
                            quiz: "quiz";
                        }>;
                        id: z.ZodNumber;
                        title: z.ZodString;
                        message: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                createdBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            isComplete: z.ZodBoolean;
        }, z.core.$strip>;
    };
    get: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "contentReleases.get";
        readonly method: "GET";
        readonly path: "/api/content-releases/:id";
        readonly summary: "A content release";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            at: z.ZodNullable<z.ZodString>;
            state: z.ZodEnum<{
                committed: "committed";
                done: "done";
                failed: "failed";
                preparing: "preparing";
                scheduled: "scheduled";
            }>;
            items: z.ZodArray<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                    quiz: "quiz";
                }>;
                id: z.ZodNumber;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
            }, z.core.$strip>>;
            failure: z.ZodNullable<z.ZodObject<{
                message: z.ZodString;
                items: z.ZodArray<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                        quiz: "quiz";
                    }>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                    message: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            createdBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    move: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "contentReleases.move";
        readonly permission: "publish";
        readonly method: "PATCH";
        readonly path: "/api/content-releases/:id";
        readonly summary: "Publish together at another time";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            at: z.ZodISODateTime;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            at: z.ZodNullable<z.ZodString>;
            state: z.ZodEnum<{
                committed: "committed";
                done: "done";
                failed: "failed";
                preparing: "preparing";
                scheduled: "scheduled";
            }>;
            items: z.ZodArray<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                    quiz: "quiz";
                }>;
                id: z.ZodNumber;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
            }, z.core.$strip>>;
            failure: z.ZodNullable<z.ZodObject<{
                message: z.ZodString;
                items: z.ZodArray<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                        quiz: "quiz";
                    }>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                    message: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            createdBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    cancel: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "contentReleases.cancel";
        readonly permission: "publish";
        readonly method: "DELETE";
        readonly path: "/api/content-releases/:id";
        readonly summary: "Cancel a content release";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export declare const quizReleaseEvent: {
    readonly service: "quizzes";
    readonly entity: "quiz-release";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        titles: z.ZodArray<z.ZodString>;
        failure: z.ZodNullable<z.ZodObject<{
            message: z.ZodString;
            items: z.ZodArray<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                    quiz: "quiz";
                }>;
                id: z.ZodNumber;
                title: z.ZodString;
                message: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const releasedEntities: readonly ['main-lesson', 'lesson', 'quiz'];
export type ContentRelease = z.infer<typeof contentReleaseSchema>;
export type ContentReleaseState = (typeof contentReleaseStates)[number];
export type ReleaseFailure = z.infer<typeof releaseFailureSchema>;
export type ReleasedEntity = (typeof releasedEntities)[number];
export type ReleasedItem = z.infer<typeof releasedItemSchema>;
import { z } from 'zod';

// content/learner-courses.ts
declare const courseSchema: z.ZodObject<{
    id: z.ZodNumber;
    title: z.ZodString;
    isOwned: z.ZodBoolean;
    lessons: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const learnerCourses: {
    readonly id: "learners.courses";
    readonly service: "content";
    readonly method: "GET";
    readonly path: "/api/learners/:id/courses";
    readonly access: "session";
    readonly summary: "A learner's main lessons";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        lessonIds: z.ZodOptional<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        courses: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            isOwned: z.ZodBoolean;
            lessons: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        total: z.ZodNumber;
    }, z.core.$strip>;
};
export type LearnerCourse = z.infer<typeof courseSchema>;
import { z } from 'zod';

// content/lesson-edits.ts
export declare const lessonEdits: {
    create: {
        readonly service: "content";
        readonly access: 'session';
        readonly response: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            state: import("zod").ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: import("zod").ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: import("zod").ZodNumber;
            done: import("zod").ZodNumber;
            problem: import("zod").ZodNullable<import("zod").ZodString>;
            titles: import("zod").ZodString;
            createdAt: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
        readonly id: `${string}.create`;
        readonly method: "POST";
        readonly path: "/api/lesson-edits";
        readonly summary: `Edit or delete many ${string}, all of them or none`;
        readonly body: import("zod").ZodObject<{
            edits: import("zod").ZodArray<import("zod").ZodObject<{
                mainLessonId: import("zod").ZodOptional<import("zod").ZodNumber>;
                lessonTypeId: import("zod").ZodOptional<import("zod").ZodNumber>;
                title: import("zod").ZodOptional<import("zod").ZodString>;
                description: import("zod").ZodOptional<import("zod").ZodString>;
                level: import("zod").ZodOptional<import("zod").ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>>;
                status: import("zod").ZodOptional<import("zod").ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>>;
                id: import("zod").ZodNumber;
                version: import("zod").ZodNumber;
                deleted: import("zod").ZodOptional<import("zod").ZodLiteral<true>>;
            }, import("zod/v4/core").$strip>>;
        }, import("zod/v4/core").$strip>;
        readonly bodyLimit: number;
        readonly status: 201;
    };
    list: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: `${string}.list`;
        readonly method: "GET";
        readonly path: "/api/lesson-edits";
        readonly summary: `The last edits of many ${string} that can be undone`;
        readonly response: import("zod").ZodObject<{
            data: import("zod").ZodArray<import("zod").ZodObject<{
                id: import("zod").ZodNumber;
                state: import("zod").ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    failed: "failed";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                change: import("zod").ZodEnum<{
                    deleted: "deleted";
                    edited: "edited";
                    published: "published";
                    unpublished: "unpublished";
                }>;
                items: import("zod").ZodNumber;
                done: import("zod").ZodNumber;
                problem: import("zod").ZodNullable<import("zod").ZodString>;
                titles: import("zod").ZodString;
                createdAt: import("zod").ZodString;
            }, import("zod/v4/core").$strip>>;
        }, import("zod/v4/core").$strip>;
    };
    get: {
        readonly service: "content";
        readonly access: 'session';
        readonly response: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            state: import("zod").ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: import("zod").ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: import("zod").ZodNumber;
            done: import("zod").ZodNumber;
            problem: import("zod").ZodNullable<import("zod").ZodString>;
            titles: import("zod").ZodString;
            createdAt: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
        readonly id: `${string}.get`;
        readonly method: "GET";
        readonly path: "/api/lesson-edits/:id";
        readonly summary: `State and progress of an edit of many ${string}`;
        readonly params: import("zod").ZodObject<{
            id: import("zod").ZodPreprocess<import("zod").ZodNumber, unknown>;
        }, import("zod/v4/core").$strip>;
    };
    undo: {
        readonly service: "content";
        readonly access: 'session';
        readonly response: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            state: import("zod").ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: import("zod").ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: import("zod").ZodNumber;
            done: import("zod").ZodNumber;
            problem: import("zod").ZodNullable<import("zod").ZodString>;
            titles: import("zod").ZodString;
            createdAt: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
        readonly id: `${string}.undo`;
        readonly method: "POST";
        readonly path: "/api/lesson-edits/:id/undo";
        readonly summary: `Undo or cancel an edit of many ${string}`;
        readonly params: import("zod").ZodObject<{
            id: import("zod").ZodPreprocess<import("zod").ZodNumber, unknown>;
        }, import("zod/v4/core").$strip>;
    };
};

// content/lesson-type.ts
declare const lessonTypeSchema: z.ZodObject<{
    id: z.ZodNumber;
    title: z.ZodString;
    icon: z.ZodString;
    iconMode: z.ZodEnum<{
        file: "file";
        raw: "raw";
    }>;
    iconUrl: z.ZodNullable<z.ZodString>;
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const defaultLessonTypeIcon = "\uD83D\uDCD6";
export declare const iconModes: readonly ['raw', 'file'];
export declare const lessonTypeBody: z.ZodObject<{
    icon: z.ZodString;
    title: z.ZodString;
    iconMode: z.ZodDefault<z.ZodEnum<{
        file: "file";
        raw: "raw";
    }>>;
}, z.core.$strip>;
export declare const lessonTypeEvent: {
    readonly service: "content";
    readonly entity: "lesson-type";
    readonly keepsVersions: true;
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        icon: z.ZodString;
        iconMode: z.ZodEnum<{
            file: "file";
            raw: "raw";
        }>;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const lessonTypeMessages: {
    readonly icon: 'Icon is required';
    readonly title: 'Title is required';
    readonly iconFile: 'Icon must be an uploaded file';
    readonly titleTaken: 'A lesson type with this title already exists';
    readonly imagesPending: 'The lessons of this lesson type are still getting the image of its last title. Try again in a moment';
    readonly titleReserved: '“All” is a reserved title. Choose a different one';
};
export declare const lessonTypes: {
    label: string;
    messages: {
        created: string;
        updated: string;
        deleted: string;
        createFailed: string;
        updateFailed: string;
        deleteFailed: string;
    };
    event: {
        readonly service: "content";
        readonly entity: "lesson-type";
        readonly keepsVersions: true;
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            icon: z.ZodString;
            iconMode: z.ZodEnum<{
                file: "file";
                raw: "raw";
            }>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    suggestSearch: {
        readonly id: `${string}.suggestSearch`;
        readonly service: "content";
        readonly method: "GET";
        readonly path: `${string}/search-suggestion`;
        readonly access: "session";
        readonly summary: `The search that was meant by one that finds no ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            searchFor: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    comments: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.comments`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                threads: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                        field: z.ZodString;
                    }, z.core.$strip>, z.ZodObject<{
                        section: z.ZodArray<z.ZodString>;
                        row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>]>>;
                    comments: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        author: z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>;
                        text: z.ZodString;
                        mentions: z.ZodArray<z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>>;
                        createdAt: z.ZodString;
                        editedAt: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    resolvedAt: z.ZodNullable<z.ZodString>;
                    resolvedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        people: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.commentPeople`;
            readonly method: "GET";
            readonly path: `${string}/comments/people`;
            readonly summary: `Who can be mentioned in a comment on a ${string}`;
            readonly query: z.ZodObject<{
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                people: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        create: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.comment`;
            readonly method: "POST";
            readonly path: string;
            readonly summary: `Comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
                anchor: z.ZodDefault<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strict>, z.ZodObject<{
                    section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
                    row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
                }, z.core.$strict>]>>>;
            }, z.core.$strip>;
            readonly status: 201;
        };
        reply: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.replyToComment`;
            readonly method: "POST";
            readonly path: `${string}/replies`;
            readonly summary: `Reply to a comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        edit: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.editComment`;
            readonly method: "PATCH";
            readonly summary: `Edit a comment on a ${string}`;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
        };
        delete: {
            readonly service: "content";
            readonly access: 'session';
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.deleteComment`;
            readonly method: "DELETE";
            readonly summary: `Delete a comment on a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        resolve: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.resolveComments`;
            readonly method: "POST";
            readonly path: `${string}/resolve`;
            readonly summary: `Resolve a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
        reopen: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.reopenComments`;
            readonly method: "POST";
            readonly path: `${string}/reopen`;
            readonly summary: `Reopen a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
    };
    create: {
        service: "content";
        access: 'session';
        id: "lessonTypes.create";
        method: "POST";
        path: "/api/lesson-type";
        summary: `Create a ${string}`;
        body: z.ZodObject<{
            icon: z.ZodString;
            title: z.ZodString;
            iconMode: z.ZodDefault<z.ZodEnum<{
                file: "file";
                raw: "raw";
            }>>;
        }, z.core.$strip>;
        response: z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            icon: z.ZodString;
            iconMode: z.ZodEnum<{
                file: "file";
                raw: "raw";
            }>;
            iconUrl: z.ZodNullable<z.ZodString>;
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
        status: 201;
        permission: "publish";
    };
    update: {
        service: "content";
        access: 'session';
        id: "lessonTypes.update";
        method: "PATCH";
        path: "/api/lesson-type/:id";
        summary: `Update a ${string}`;
        params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        body: z.ZodObject<{
            icon: z.ZodOptional<z.ZodString>;
            title: z.ZodOptional<z.ZodString>;
            iconMode: z.ZodOptional<z.ZodEnum<{
                file: "file";
                raw: "raw";
            }>>;
        }, z.core.$strip>;
        response: z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            icon: z.ZodString;
            iconMode: z.ZodEnum<{
                file: "file";
                raw: "raw";
            }>;
            iconUrl: z.ZodNullable<z.ZodString>;
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
        permission: "publish";
    };
    versions: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.versions`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions`;
            readonly summary: `Versions of a ${string}, newest first`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
                track: z.ZodOptional<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
                before: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    version: z.ZodNumber;
                    track: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPublished: z.ZodOptional<z.ZodBoolean>;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    action: z.ZodEnum<{
                        autosaved: "autosaved";
                        created: "created";
                        deleted: "deleted";
                        discarded: "discarded";
                        published: "published";
                        restored: "restored";
                        unpublished: "unpublished";
                        updated: "updated";
                    }>;
                    changedFields: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
                next: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        get: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.version`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions/:version`;
            readonly summary: `A ${string} as it was at one version`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
        };
        restore: {
            service: "content";
            access: 'session';
            id: `${string}.restoreVersion`;
            method: "POST";
            path: `${string}/:id/versions/:version/restore`;
            summary: `Restore a version of a ${string}`;
            params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            response: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            permission: "publish";
        };
    };
    deleted: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.deleted`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Deleted ${string} that can be restored`;
            readonly query: z.ZodObject<{
                limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                total: z.ZodNumber;
                totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    deletedAt: z.ZodString;
                    deletedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    deletedWith: z.ZodNullable<z.ZodObject<{
                        type: z.ZodEnum<{
                            lesson: "lesson";
                            "lesson-type": "lesson-type";
                            "main-lesson": "main-lesson";
                        }>;
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                    expiresAt: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        restore: {
            service: "content";
            access: 'session';
            id: `${string}.restoreDeleted`;
            method: "POST";
            path: `${string}/:id/restore`;
            summary: `Restore a deleted ${string}`;
            params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            response: z.ZodObject<{
                restored: z.ZodObject<{
                    lessons: z.ZodNumber;
                }, z.core.$strip>;
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            permission: "publish";
        };
    };
    delete: {
        service: "content";
        access: 'session';
        id: "lessonTypes.delete";
        method: "DELETE";
        path: "/api/lesson-type/:id";
        params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        response: z.ZodObject<{
            message: z.ZodString;
            deleted: z.ZodObject<{
                lessons: z.ZodNumber;
            }, z.core.$strip>;
        }, z.core.$strip>;
        permission: "publish";
        summary: string;
    };
    list: {
        readonly id: "lessonTypes.list";
        readonly service: "content";
        readonly method: "GET";
        readonly path: "/api/lesson-type";
        readonly access: "session";
        readonly sharedByRole: true;
        readonly summary: "Lesson types";
        readonly query: z.ZodObject<{
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            icon: z.ZodString;
            iconMode: z.ZodEnum<{
                file: "file";
                raw: "raw";
            }>;
            iconUrl: z.ZodNullable<z.ZodString>;
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
    };
    lessons: {
        readonly id: "lessonTypes.lessons";
        readonly service: "content";
        readonly method: "GET";
        readonly path: "/api/lesson-type/:id";
        readonly access: "session";
        readonly summary: "Lessons of a lesson type";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        }, z.core.$strip>;
        readonly response: z.ZodArray<z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
        }, z.core.$strip>>;
    };
};
export type LessonType = z.infer<typeof lessonTypeSchema>;
import { z } from 'zod';

// content/lesson.ts
declare const lessonContents: z.ZodObject<{
    mainLessonId: z.ZodNumber;
    lessonTypeId: z.ZodNumber;
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    image: z.ZodOptional<z.ZodString>;
    sections: z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        content: z.ZodString;
        html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
        ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
            insert: z.ZodOptional<z.ZodString>;
            attributes: z.ZodOptional<z.ZodObject<{
                bold: z.ZodOptional<z.ZodBoolean>;
                italic: z.ZodOptional<z.ZodBoolean>;
                underline: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
        }, z.core.$strip>>>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const sectionSchema: z.ZodObject<{
    title: z.ZodString;
    content: z.ZodString;
    html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
    ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
        insert: z.ZodOptional<z.ZodString>;
        attributes: z.ZodOptional<z.ZodObject<{
            bold: z.ZodOptional<z.ZodBoolean>;
            italic: z.ZodOptional<z.ZodBoolean>;
            underline: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>>;
    }, z.core.$strip>>>>;
    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
        language: z.ZodEnum<{
            en: "en";
            km: "km";
        }>;
        text: z.ZodString;
        file: z.ZodString;
    }, z.core.$strip>>>;
}, z.core.$strip>;
export declare const contentStatuses: readonly ['published', 'draft'];
export declare const deletedWithLessonsResponse: z.ZodObject<{
    message: z.ZodString;
    deleted: z.ZodObject<{
        lessons: z.ZodNumber;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const hiddenBySchema: z.ZodObject<{
    entity: z.ZodEnum<{
        lesson: "lesson";
        "main-lesson": "main-lesson";
    }>;
    id: z.ZodNumber;
}, z.core.$strip>;
export declare const lessonBody: z.ZodObject<{
    mainLessonId: z.ZodNumber;
    lessonTypeId: z.ZodNumber;
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    image: z.ZodOptional<z.ZodString>;
    sections: z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        content: z.ZodString;
        html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
        ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
            insert: z.ZodOptional<z.ZodString>;
            attributes: z.ZodOptional<z.ZodObject<{
                bold: z.ZodOptional<z.ZodBoolean>;
                italic: z.ZodOptional<z.ZodBoolean>;
                underline: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
        }, z.core.$strip>>>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>>;
    status: z.ZodDefault<z.ZodEnum<{
        draft: "draft";
        published: "published";
    }>>;
}, z.core.$strip>;
export declare const lessonEvent: {
    readonly service: "content";
    readonly entity: "lesson";
    readonly keepsVersions: true;
    readonly state: z.ZodObject<{
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        title: z.ZodString;
        description: z.ZodString;
        level: z.ZodEnum<{
            Advanced: "Advanced";
            Beginner: "Beginner";
            Intermediate: "Intermediate";
        }>;
        image: z.ZodString;
        status: z.ZodEnum<{
            draft: "draft";
            published: "published";
        }>;
        id: z.ZodNumber;
        mainLessonId: z.ZodNumber;
        lessonTypeId: z.ZodNumber;
        sections: z.ZodArray<z.ZodObject<{
            title: z.ZodString;
            content: z.ZodString;
            html: z.ZodNullable<z.ZodString>;
            ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                insert: z.ZodOptional<z.ZodString>;
                attributes: z.ZodOptional<z.ZodObject<{
                    bold: z.ZodOptional<z.ZodBoolean>;
                    italic: z.ZodOptional<z.ZodBoolean>;
                    underline: z.ZodOptional<z.ZodBoolean>;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                language: z.ZodEnum<{
                    en: "en";
                    km: "km";
                }>;
                text: z.ZodString;
                file: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>>;
        position: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
};
export declare const lessonFields: {
    mainLessonId: {
        name: string;
        input: z.ZodNumber;
        stored: z.ZodNumber;
    };
    lessonTypeId: {
        name: string;
        input: z.ZodNumber;
        stored: z.ZodNumber;
    };
    title: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    description: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    level: {
        name: string;
        input: z.ZodEnum<{
            Advanced: "Advanced";
            Beginner: "Beginner";
            Intermediate: "Intermediate";
        }>;
        stored: z.ZodEnum<{
            Advanced: "Advanced";
            Beginner: "Beginner";
            Intermediate: "Intermediate";
        }>;
    };
    image: {
        name: string;
        input: z.ZodOptional<z.ZodString>;
        stored: z.ZodString;
    };
    sections: {
        name: string;
        input: z.ZodArray<z.ZodObject<{
            title: z.ZodString;
            content: z.ZodString;
            html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
            ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
                insert: z.ZodOptional<z.ZodString>;
                attributes: z.ZodOptional<z.ZodObject<{
                    bold: z.ZodOptional<z.ZodBoolean>;
                    italic: z.ZodOptional<z.ZodBoolean>;
                    underline: z.ZodOptional<z.ZodBoolean>;
                }, z.core.$strip>>;
            }, z.core.$strip>>>>;
            recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                language: z.ZodEnum<{
                    en: "en";
                    km: "km";
                }>;
                text: z.ZodString;
                file: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>>;
        stored: z.ZodArray<z.ZodObject<{
            title: z.ZodString;
            content: z.ZodString;
            html: z.ZodNullable<z.ZodString>;
            ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                insert: z.ZodOptional<z.ZodString>;
                attributes: z.ZodOptional<z.ZodObject<{
                    bold: z.ZodOptional<z.ZodBoolean>;
                    italic: z.ZodOptional<z.ZodBoolean>;
                    underline: z.ZodOptional<z.ZodBoolean>;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                language: z.ZodEnum<{
                    en: "en";
                    km: "km";
                }>;
                text: z.ZodString;
                file: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>>;
    };
    status: {
        name: string;
        input: z.ZodEnum<{
            draft: "draft";
            published: "published";
        }>;
        stored: z.ZodEnum<{
            draft: "draft";
            published: "published";
        }>;
    };
};
export declare const lessonLevels: readonly ['Beginner', 'Intermediate', 'Advanced'];
export declare const lessonLimits: {
    readonly sectionBytes: number;
    readonly lessonBytes: number;
    readonly sections: 200;
};
export declare const lessonMessages: {
    readonly mainLesson: 'Main lesson is required';
    readonly lessonType: 'Lesson type is required';
    readonly title: 'Title is required';
    readonly description: 'Description is required';
    readonly sections: 'At least one section is required';
    readonly sectionTitle: 'Section title is required';
    readonly sectionContent: 'Section content is required';
    readonly tooLarge: 'This lesson is too large';
    readonly sectionTooLarge: 'This section is too large';
    readonly tooManyWords: 'This lesson has too many different words. Divide it into several lessons';
};
export declare const lessonPatch: z.ZodObject<{
    mainLessonId: z.ZodOptional<z.ZodNumber>;
    lessonTypeId: z.ZodOptional<z.ZodNumber>;
    title: z.ZodOptional<z.ZodString>;
    description: z.ZodOptional<z.ZodString>;
    level: z.ZodOptional<z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>>;
    image: z.ZodOptional<z.ZodOptional<z.ZodString>>;
    sections: z.ZodOptional<z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        content: z.ZodString;
        html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
        ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
            insert: z.ZodOptional<z.ZodString>;
            attributes: z.ZodOptional<z.ZodObject<{
                bold: z.ZodOptional<z.ZodBoolean>;
                italic: z.ZodOptional<z.ZodBoolean>;
                underline: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
        }, z.core.$strip>>>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>>>;
    status: z.ZodOptional<z.ZodEnum<{
        draft: "draft";
        published: "published";
    }>>;
}, z.core.$strip>;
export declare const lessonQuizzes: readonly ['none', 'draft', 'active'];
export declare const lessonRecordings: readonly ['complete', 'missing', 'stale'];
export declare const lessonSchema: z.ZodObject<{
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        version: z.ZodNumber;
        savedAt: z.ZodString;
        savedBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>>;
    schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        action: z.ZodEnum<{
            publish: "publish";
            unpublish: "unpublish";
        }>;
        at: z.ZodString;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        isPinned: z.ZodBoolean;
        scheduledBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        failure: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>>;
    review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            requested: "requested";
        }>;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        requestedBy: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
        requestedAt: z.ZodString;
        message: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        answeredAt: z.ZodNullable<z.ZodString>;
        answer: z.ZodNullable<z.ZodString>;
        isStale: z.ZodBoolean;
    }, z.core.$strip>>>;
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    image: z.ZodString;
    status: z.ZodEnum<{
        draft: "draft";
        published: "published";
    }>;
    id: z.ZodNumber;
    mainLessonId: z.ZodNumber;
    lessonTypeId: z.ZodNumber;
    lessonType: z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        icon: z.ZodString;
        iconMode: z.ZodEnum<{
            file: "file";
            raw: "raw";
        }>;
        iconUrl: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    hiddenBy: z.ZodOptional<z.ZodObject<{
        entity: z.ZodEnum<{
            lesson: "lesson";
            "main-lesson": "main-lesson";
        }>;
        id: z.ZodNumber;
    }, z.core.$strip>>;
    position: z.ZodNumber;
    words: z.ZodOptional<z.ZodNumber>;
    recordedWords: z.ZodOptional<z.ZodNumber>;
    quiz: z.ZodOptional<z.ZodEnum<{
        active: "active";
        draft: "draft";
        none: "none";
    }>>;
    sections: z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        content: z.ZodString;
        html: z.ZodNullable<z.ZodString>;
        ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
            insert: z.ZodOptional<z.ZodString>;
            attributes: z.ZodOptional<z.ZodObject<{
                bold: z.ZodOptional<z.ZodBoolean>;
                italic: z.ZodOptional<z.ZodBoolean>;
                underline: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>>;
        }, z.core.$strip>>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const lessonSorts: readonly ['title', 'status', 'updatedAt'];
export declare const lessonSummarySchema: z.ZodObject<{
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        version: z.ZodNumber;
        savedAt: z.ZodString;
        savedBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>>;
    schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        action: z.ZodEnum<{
            publish: "publish";
            unpublish: "unpublish";
        }>;
        at: z.ZodString;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        isPinned: z.ZodBoolean;
        scheduledBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        failure: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>>;
    review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            requested: "requested";
        }>;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        requestedBy: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
        requestedAt: z.ZodString;
        message: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        answeredAt: z.ZodNullable<z.ZodString>;
        answer: z.ZodNullable<z.ZodString>;
        isStale: z.ZodBoolean;
    }, z.core.$strip>>>;
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    image: z.ZodString;
    status: z.ZodEnum<{
        draft: "draft";
        published: "published";
    }>;
    id: z.ZodNumber;
    mainLessonId: z.ZodNumber;
    lessonTypeId: z.ZodNumber;
    lessonType: z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        icon: z.ZodString;
        iconMode: z.ZodEnum<{
            file: "file";
            raw: "raw";
        }>;
        iconUrl: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    hiddenBy: z.ZodOptional<z.ZodObject<{
        entity: z.ZodEnum<{
            lesson: "lesson";
            "main-lesson": "main-lesson";
        }>;
        id: z.ZodNumber;
    }, z.core.$strip>>;
    position: z.ZodNumber;
    words: z.ZodOptional<z.ZodNumber>;
    recordedWords: z.ZodOptional<z.ZodNumber>;
    quiz: z.ZodOptional<z.ZodEnum<{
        active: "active";
        draft: "draft";
        none: "none";
    }>>;
}, z.core.$strip>;
export declare const lessonTypeRefSchema: z.ZodObject<{
    id: z.ZodNumber;
    title: z.ZodString;
    icon: z.ZodString;
    iconMode: z.ZodEnum<{
        file: "file";
        raw: "raw";
    }>;
    iconUrl: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const lessonWorkingCopyEvent: {
    readonly service: "content";
    readonly entity: "lesson-working-copy";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        baseVersion: z.ZodNumber;
        savedAt: z.ZodString;
        contents: z.ZodObject<{}, z.core.$loose>;
    }, z.core.$strip>;
};
export declare const lessons: {
    label: string;
    messages: {
        created: string;
        updated: string;
        deleted: string;
        createFailed: string;
        updateFailed: string;
        deleteFailed: string;
    };
    event: {
        readonly service: "content";
        readonly entity: "lesson";
        readonly keepsVersions: true;
        readonly state: z.ZodObject<{
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodNullable<z.ZodString>;
                ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
            position: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
    };
    create: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.create";
        readonly method: "POST";
        readonly path: "/api/lessons";
        readonly summary: `Create a ${string}`;
        readonly body: z.ZodObject<{
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodOptional<z.ZodString>;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
                ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
            status: z.ZodDefault<z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodNullable<z.ZodString>;
                ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly status: 201;
    };
    update: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.update";
        readonly method: "PATCH";
        readonly path: "/api/lessons/:id";
        readonly summary: `Update a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            mainLessonId: z.ZodOptional<z.ZodNumber>;
            lessonTypeId: z.ZodOptional<z.ZodNumber>;
            title: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            level: z.ZodOptional<z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>>;
            image: z.ZodOptional<z.ZodOptional<z.ZodString>>;
            sections: z.ZodOptional<z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
                ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>>;
            status: z.ZodOptional<z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodNullable<z.ZodString>;
                ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    delete: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.delete";
        readonly method: "DELETE";
        readonly path: "/api/lessons/:id";
        readonly summary: `Delete a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    suggestSearch: {
        readonly id: `${string}.suggestSearch`;
        readonly service: "content";
        readonly method: "GET";
        readonly path: `${string}/search-suggestion`;
        readonly access: "session";
        readonly summary: `The search that was meant by one that finds no ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            searchFor: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    versions: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.versions`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions`;
            readonly summary: `Versions of a ${string}, newest first`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
                track: z.ZodOptional<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
                before: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    version: z.ZodNumber;
                    track: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPublished: z.ZodOptional<z.ZodBoolean>;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    action: z.ZodEnum<{
                        autosaved: "autosaved";
                        created: "created";
                        deleted: "deleted";
                        discarded: "discarded";
                        published: "published";
                        restored: "restored";
                        unpublished: "unpublished";
                        updated: "updated";
                    }>;
                    changedFields: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
                next: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        get: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.version`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions/:version`;
            readonly summary: `A ${string} as it was at one version`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                image: z.ZodString;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                id: z.ZodNumber;
                mainLessonId: z.ZodNumber;
                lessonTypeId: z.ZodNumber;
                lessonType: z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    icon: z.ZodString;
                    iconMode: z.ZodEnum<{
                        file: "file";
                        raw: "raw";
                    }>;
                    iconUrl: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                position: z.ZodNumber;
                words: z.ZodOptional<z.ZodNumber>;
                recordedWords: z.ZodOptional<z.ZodNumber>;
                quiz: z.ZodOptional<z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                    none: "none";
                }>>;
                sections: z.ZodArray<z.ZodObject<{
                    title: z.ZodString;
                    content: z.ZodString;
                    html: z.ZodNullable<z.ZodString>;
                    ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                        insert: z.ZodOptional<z.ZodString>;
                        attributes: z.ZodOptional<z.ZodObject<{
                            bold: z.ZodOptional<z.ZodBoolean>;
                            italic: z.ZodOptional<z.ZodBoolean>;
                            underline: z.ZodOptional<z.ZodBoolean>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.restoreVersion`;
            readonly method: "POST";
            readonly path: `${string}/:id/versions/:version/restore`;
            readonly summary: `Restore a version of a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                image: z.ZodString;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                id: z.ZodNumber;
                mainLessonId: z.ZodNumber;
                lessonTypeId: z.ZodNumber;
                lessonType: z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    icon: z.ZodString;
                    iconMode: z.ZodEnum<{
                        file: "file";
                        raw: "raw";
                    }>;
                    iconUrl: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                position: z.ZodNumber;
                words: z.ZodOptional<z.ZodNumber>;
                recordedWords: z.ZodOptional<z.ZodNumber>;
                quiz: z.ZodOptional<z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                    none: "none";
                }>>;
                sections: z.ZodArray<z.ZodObject<{
                    title: z.ZodString;
                    content: z.ZodString;
                    html: z.ZodNullable<z.ZodString>;
                    ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                        insert: z.ZodOptional<z.ZodString>;
                        attributes: z.ZodOptional<z.ZodObject<{
                            bold: z.ZodOptional<z.ZodBoolean>;
                            italic: z.ZodOptional<z.ZodBoolean>;
                            underline: z.ZodOptional<z.ZodBoolean>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
    };
    deleted: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.deleted`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Deleted ${string} that can be restored`;
            readonly query: z.ZodObject<{
                limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                total: z.ZodNumber;
                totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    deletedAt: z.ZodString;
                    deletedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    deletedWith: z.ZodNullable<z.ZodObject<{
                        type: z.ZodEnum<{
                            lesson: "lesson";
                            "lesson-type": "lesson-type";
                            "main-lesson": "main-lesson";
                        }>;
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                    expiresAt: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.restoreDeleted`;
            readonly method: "POST";
            readonly path: `${string}/:id/restore`;
            readonly summary: `Restore a deleted ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                image: z.ZodString;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                id: z.ZodNumber;
                mainLessonId: z.ZodNumber;
                lessonTypeId: z.ZodNumber;
                lessonType: z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    icon: z.ZodString;
                    iconMode: z.ZodEnum<{
                        file: "file";
                        raw: "raw";
                    }>;
                    iconUrl: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                position: z.ZodNumber;
                words: z.ZodOptional<z.ZodNumber>;
                recordedWords: z.ZodOptional<z.ZodNumber>;
                quiz: z.ZodOptional<z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                    none: "none";
                }>>;
                sections: z.ZodArray<z.ZodObject<{
                    title: z.ZodString;
                    content: z.ZodString;
                    html: z.ZodNullable<z.ZodString>;
                    ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                        insert: z.ZodOptional<z.ZodString>;
                        attributes: z.ZodOptional<z.ZodObject<{
                            bold: z.ZodOptional<z.ZodBoolean>;
                            italic: z.ZodOptional<z.ZodBoolean>;
                            underline: z.ZodOptional<z.ZodBoolean>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
    };
    comments: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.comments`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                threads: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                        field: z.ZodString;
                    }, z.core.$strip>, z.ZodObject<{
                        section: z.ZodArray<z.ZodString>;
                        row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>]>>;
                    comments: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        author: z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>;
                        text: z.ZodString;
                        mentions: z.ZodArray<z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>>;
                        createdAt: z.ZodString;
                        editedAt: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    resolvedAt: z.ZodNullable<z.ZodString>;
                    resolvedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        people: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.commentPeople`;
            readonly method: "GET";
            readonly path: `${string}/comments/people`;
            readonly summary: `Who can be mentioned in a comment on a ${string}`;
            readonly query: z.ZodObject<{
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                people: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        create: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.comment`;
            readonly method: "POST";
            readonly path: string;
            readonly summary: `Comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
                anchor: z.ZodDefault<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strict>, z.ZodObject<{
                    section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
                    row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
                }, z.core.$strict>]>>>;
            }, z.core.$strip>;
            readonly status: 201;
        };
        reply: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.replyToComment`;
            readonly method: "POST";
            readonly path: `${string}/replies`;
            readonly summary: `Reply to a comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        edit: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.editComment`;
            readonly method: "PATCH";
            readonly summary: `Edit a comment on a ${string}`;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
        };
        delete: {
            readonly service: "content";
            readonly access: 'session';
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.deleteComment`;
            readonly method: "DELETE";
            readonly summary: `Delete a comment on a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        resolve: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.resolveComments`;
            readonly method: "POST";
            readonly path: `${string}/resolve`;
            readonly summary: `Resolve a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
        reopen: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.reopenComments`;
            readonly method: "POST";
            readonly path: `${string}/reopen`;
            readonly summary: `Reopen a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
    };
    workingCopyEvent: {
        readonly service: "content";
        readonly entity: "lesson-working-copy";
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            baseVersion: z.ZodNumber;
            savedAt: z.ZodString;
            contents: z.ZodObject<{}, z.core.$loose>;
        }, z.core.$strip>;
    };
    workingCopy: {
        get: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.workingCopy`;
            readonly method: "GET";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `The working copy of a published ${string}`;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: z.ZodObject<{
                    mainLessonId: z.ZodNumber;
                    lessonTypeId: z.ZodNumber;
                    title: z.ZodString;
                    description: z.ZodString;
                    level: z.ZodEnum<{
                        Advanced: "Advanced";
                        Beginner: "Beginner";
                        Intermediate: "Intermediate";
                    }>;
                    image: z.ZodOptional<z.ZodString>;
                    sections: z.ZodArray<z.ZodObject<{
                        title: z.ZodString;
                        content: z.ZodString;
                        html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
                        ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
                            insert: z.ZodOptional<z.ZodString>;
                            attributes: z.ZodOptional<z.ZodObject<{
                                bold: z.ZodOptional<z.ZodBoolean>;
                                italic: z.ZodOptional<z.ZodBoolean>;
                                underline: z.ZodOptional<z.ZodBoolean>;
                            }, z.core.$strip>>;
                        }, z.core.$strip>>>>;
                        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            language: z.ZodEnum<{
                                en: "en";
                                km: "km";
                            }>;
                            text: z.ZodString;
                            file: z.ZodString;
                        }, z.core.$strip>>>;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        save: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.saveWorkingCopy`;
            readonly method: "PUT";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Save a working copy of a published ${string}`;
            readonly body: z.ZodObject<{
                baseVersion: z.ZodOptional<z.ZodNumber>;
                contents: z.ZodObject<{
                    mainLessonId: z.ZodNumber;
                    lessonTypeId: z.ZodNumber;
                    title: z.ZodString;
                    description: z.ZodString;
                    level: z.ZodEnum<{
                        Advanced: "Advanced";
                        Beginner: "Beginner";
                        Intermediate: "Intermediate";
                    }>;
                    image: z.ZodOptional<z.ZodString>;
                    sections: z.ZodArray<z.ZodObject<{
                        title: z.ZodString;
                        content: z.ZodString;
                        html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
                        ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
                            insert: z.ZodOptional<z.ZodString>;
                            attributes: z.ZodOptional<z.ZodObject<{
                                bold: z.ZodOptional<z.ZodBoolean>;
                                italic: z.ZodOptional<z.ZodBoolean>;
                                underline: z.ZodOptional<z.ZodBoolean>;
                            }, z.core.$strip>>;
                        }, z.core.$strip>>>>;
                        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            language: z.ZodEnum<{
                                en: "en";
                                km: "km";
                            }>;
                            text: z.ZodString;
                            file: z.ZodString;
                        }, z.core.$strip>>>;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
                isAutosave: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: z.ZodObject<{
                    mainLessonId: z.ZodNumber;
                    lessonTypeId: z.ZodNumber;
                    title: z.ZodString;
                    description: z.ZodString;
                    level: z.ZodEnum<{
                        Advanced: "Advanced";
                        Beginner: "Beginner";
                        Intermediate: "Intermediate";
                    }>;
                    image: z.ZodOptional<z.ZodString>;
                    sections: z.ZodArray<z.ZodObject<{
                        title: z.ZodString;
                        content: z.ZodString;
                        html: z.ZodDefault<z.ZodNullable<z.ZodString>>;
                        ops: z.ZodDefault<z.ZodNullable<z.ZodArray<z.ZodObject<{
                            insert: z.ZodOptional<z.ZodString>;
                            attributes: z.ZodOptional<z.ZodObject<{
                                bold: z.ZodOptional<z.ZodBoolean>;
                                italic: z.ZodOptional<z.ZodBoolean>;
                                underline: z.ZodOptional<z.ZodBoolean>;
                            }, z.core.$strip>>;
                        }, z.core.$strip>>>>;
                        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            language: z.ZodEnum<{
                                en: "en";
                                km: "km";
                            }>;
                            text: z.ZodString;
                            file: z.ZodString;
                        }, z.core.$strip>>>;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        publish: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.publishWorkingCopy`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/working-copy/publish`;
            readonly summary: `Publish the working copy of a ${string}`;
            readonly body: z.ZodObject<{
                overwrite: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                image: z.ZodString;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                id: z.ZodNumber;
                mainLessonId: z.ZodNumber;
                lessonTypeId: z.ZodNumber;
                lessonType: z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    icon: z.ZodString;
                    iconMode: z.ZodEnum<{
                        file: "file";
                        raw: "raw";
                    }>;
                    iconUrl: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                position: z.ZodNumber;
                words: z.ZodOptional<z.ZodNumber>;
                recordedWords: z.ZodOptional<z.ZodNumber>;
                quiz: z.ZodOptional<z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                    none: "none";
                }>>;
                sections: z.ZodArray<z.ZodObject<{
                    title: z.ZodString;
                    content: z.ZodString;
                    html: z.ZodNullable<z.ZodString>;
                    ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                        insert: z.ZodOptional<z.ZodString>;
                        attributes: z.ZodOptional<z.ZodObject<{
                            bold: z.ZodOptional<z.ZodBoolean>;
                            italic: z.ZodOptional<z.ZodBoolean>;
                            underline: z.ZodOptional<z.ZodBoolean>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        discard: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.discardWorkingCopy`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Discard the working copy of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    schedule: {
        set: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.schedule`;
            readonly permission: "publish";
            readonly method: "PUT";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at a time`;
            readonly body: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodISODateTime;
                version: z.ZodNumber;
                isPinned: z.ZodDefault<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        move: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.moveSchedule`;
            readonly permission: "publish";
            readonly method: "PATCH";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at another time`;
            readonly body: z.ZodObject<{
                at: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.schedules`;
            readonly service: "content";
            readonly method: "GET";
            readonly path: `${string}/schedules`;
            readonly access: "session";
            readonly summary: `What is scheduled, by ${string}`;
            readonly query: z.ZodObject<{
                from: z.ZodISODateTime;
                until: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
        cancel: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.cancelSchedule`;
            readonly permission: "publish";
            readonly method: "DELETE";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Cancel the schedule of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    review: {
        request: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.requestReview`;
            readonly method: "PUT";
            readonly path: `${string}/:id/review`;
            readonly summary: `Ask for a review of a ${string}`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodDefault<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        withdraw: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.withdrawReview`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/review`;
            readonly summary: `Withdraw the review of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        askForChanges: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.askForChanges`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/changes`;
            readonly summary: `Ask the author of a ${string} for changes`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodString;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        grant: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.grantReview`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/publish`;
            readonly summary: `Publish a ${string} that was reviewed`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.reviews`;
            readonly service: "content";
            readonly method: "GET";
            readonly path: `${string}/reviews`;
            readonly access: "session";
            readonly summary: `What waits for a review, by ${string}`;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
    };
    searchMatches: {
        readonly id: "lessons.searchMatches";
        readonly service: "content";
        readonly method: "GET";
        readonly path: "/api/lessons/search-matches";
        readonly access: "session";
        readonly summary: `The lines by which a search finds ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
            ids: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                text: z.ZodString;
                places: z.ZodArray<z.ZodObject<{
                    start: z.ZodNumber;
                    end: z.ZodNumber;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    list: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.list";
        readonly method: "GET";
        readonly path: "/api/lessons";
        readonly sharedByRole: true;
        readonly summary: "Lessons";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            level: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"Advanced" | "Beginner" | "Intermediate" | undefined, string | undefined>>;
            type: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            status: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"changed" | "draft" | "published" | "review" | "scheduled" | undefined, string | undefined>>;
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            mainLessonId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
            lessonTypeId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
            recordings: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"complete" | "missing" | "stale" | undefined, string | undefined>>;
            quiz: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"active" | "draft" | "none" | undefined, string | undefined>>;
            sort: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<"-status" | "-title" | "-updatedAt" | "status" | "title" | "updatedAt" | undefined, string | undefined>>;
            sections: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"false" | "true" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            total: z.ZodNumber;
            totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
            lessons: z.ZodArray<z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                image: z.ZodString;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                id: z.ZodNumber;
                mainLessonId: z.ZodNumber;
                lessonTypeId: z.ZodNumber;
                lessonType: z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    icon: z.ZodString;
                    iconMode: z.ZodEnum<{
                        file: "file";
                        raw: "raw";
                    }>;
                    iconUrl: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                position: z.ZodNumber;
                words: z.ZodOptional<z.ZodNumber>;
                recordedWords: z.ZodOptional<z.ZodNumber>;
                quiz: z.ZodOptional<z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                    none: "none";
                }>>;
                sections: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    title: z.ZodString;
                    content: z.ZodString;
                    html: z.ZodNullable<z.ZodString>;
                    ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                        insert: z.ZodOptional<z.ZodString>;
                        attributes: z.ZodOptional<z.ZodObject<{
                            bold: z.ZodOptional<z.ZodBoolean>;
                            italic: z.ZodOptional<z.ZodBoolean>;
                            underline: z.ZodOptional<z.ZodBoolean>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.get";
        readonly method: "GET";
        readonly path: "/api/lessons/:id";
        readonly sharedByRole: true;
        readonly summary: "One lesson";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodNullable<z.ZodString>;
                ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    duplicate: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.duplicate";
        readonly method: "POST";
        readonly path: "/api/lessons/:id/duplicate";
        readonly summary: "Duplicate a lesson";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodNullable<z.ZodString>;
                ops: z.ZodNullable<z.ZodArray<z.ZodObject<{
                    insert: z.ZodOptional<z.ZodString>;
                    attributes: z.ZodOptional<z.ZodObject<{
                        bold: z.ZodOptional<z.ZodBoolean>;
                        italic: z.ZodOptional<z.ZodBoolean>;
                        underline: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly status: 201;
    };
    move: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "lessons.move";
        readonly method: "PATCH";
        readonly path: "/api/lessons/:id/position";
        readonly summary: "Move a lesson within its main lesson";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            afterId: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
        }, z.core.$strip>;
    };
};
export declare const moveBody: z.ZodObject<{
    afterId: z.ZodNullable<z.ZodNumber>;
}, z.core.$strip>;
export declare const restoredWithLessonsFields: {
    restored: z.ZodObject<{
        lessons: z.ZodNumber;
    }, z.core.$strip>;
};
export declare const richTextOperationSchema: z.ZodObject<{
    insert: z.ZodOptional<z.ZodString>;
    attributes: z.ZodOptional<z.ZodObject<{
        bold: z.ZodOptional<z.ZodBoolean>;
        italic: z.ZodOptional<z.ZodBoolean>;
        underline: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare function countWords(sections: readonly Pick<Section, 'content' | 'recordings'>[]): {
    words: number;
    recordedWords: number;
};
export declare function hasStaleSectionRecording(sections: readonly Pick<Section, 'content' | 'recordings'>[]): boolean;
export type ContentStatus = (typeof contentStatuses)[number];
export type HiddenBy = z.infer<typeof hiddenBySchema>;
export type Lesson = z.infer<typeof lessonSchema>;
export type LessonContents = z.output<typeof lessonContents>;
export type LessonLevel = (typeof lessonLevels)[number];
export type LessonSummary = z.infer<typeof lessonSummarySchema>;
export type Section = z.infer<typeof sectionSchema>;
import { z } from 'zod';

// content/main-lesson.ts
declare const mainLessonContents: z.ZodObject<{
    title: z.ZodString;
    description: z.ZodString;
    imageCover: z.ZodString;
    price: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    free: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strip>;
export declare const hasPriceWhenPaid: (value: {
    free: boolean;
    price?: number | null | undefined;
}) => boolean;
export declare const mainLessonBody: z.ZodObject<{
    title: z.ZodString;
    description: z.ZodString;
    imageCover: z.ZodString;
    price: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    free: z.ZodDefault<z.ZodBoolean>;
    status: z.ZodDefault<z.ZodEnum<{
        draft: "draft";
        published: "published";
    }>>;
}, z.core.$strip>;
export declare const mainLessonEvent: {
    readonly service: "content";
    readonly entity: "main-lesson";
    readonly keepsVersions: true;
    readonly state: z.ZodObject<{
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        title: z.ZodString;
        description: z.ZodString;
        imageCover: z.ZodString;
        id: z.ZodNumber;
        free: z.ZodBoolean;
        price: z.ZodNullable<z.ZodNumber>;
        status: z.ZodEnum<{
            draft: "draft";
            published: "published";
        }>;
        position: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
};
export declare const mainLessonFields: {
    title: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    description: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    imageCover: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    free: {
        name: string;
        input: z.ZodBoolean;
        stored: z.ZodBoolean;
    };
    price: {
        name: string;
        input: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        stored: z.ZodNullable<z.ZodNumber>;
    };
    status: {
        name: string;
        input: z.ZodEnum<{
            draft: "draft";
            published: "published";
        }>;
        stored: z.ZodEnum<{
            draft: "draft";
            published: "published";
        }>;
    };
};
export declare const mainLessonMessages: {
    readonly imageCover: 'Image cover is required';
    readonly imageCoverFile: 'Image cover must be an uploaded file';
    readonly title: 'Title is required';
    readonly description: 'Description is required';
    readonly price: 'Price is required';
    readonly priceInvalid: 'Price must be a whole number of cents';
};
export declare const mainLessonOrders: readonly ['newest', 'catalogue'];
export declare const mainLessonSchema: z.ZodObject<{
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        version: z.ZodNumber;
        savedAt: z.ZodString;
        savedBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>>;
    schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        action: z.ZodEnum<{
            publish: "publish";
            unpublish: "unpublish";
        }>;
        at: z.ZodString;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        isPinned: z.ZodBoolean;
        scheduledBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        failure: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>>;
    review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            requested: "requested";
        }>;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        requestedBy: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
        requestedAt: z.ZodString;
        message: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        answeredAt: z.ZodNullable<z.ZodString>;
        answer: z.ZodNullable<z.ZodString>;
        isStale: z.ZodBoolean;
    }, z.core.$strip>>>;
    title: z.ZodString;
    description: z.ZodString;
    imageCover: z.ZodString;
    id: z.ZodNumber;
    imageCoverUrl: z.ZodString;
    free: z.ZodBoolean;
    price: z.ZodNullable<z.ZodNumber>;
    status: z.ZodEnum<{
        draft: "draft";
        published: "published";
    }>;
    position: z.ZodNumber;
}, z.core.$strip>;
export declare const mainLessonSorts: readonly ['title', 'status', 'price', 'updatedAt'];
export declare const mainLessonWorkingCopyEvent: {
    readonly service: "content";
    readonly entity: "main-lesson-working-copy";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        baseVersion: z.ZodNumber;
        savedAt: z.ZodString;
        contents: z.ZodObject<{}, z.core.$loose>;
    }, z.core.$strip>;
};
export declare const mainLessons: {
    label: string;
    messages: {
        created: string;
        updated: string;
        deleted: string;
        createFailed: string;
        updateFailed: string;
        deleteFailed: string;
    };
    event: {
        readonly service: "content";
        readonly entity: "main-lesson";
        readonly keepsVersions: true;
        readonly state: z.ZodObject<{
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            id: z.ZodNumber;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            position: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
    };
    create: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.create";
        readonly method: "POST";
        readonly path: "/api/main-lessons";
        readonly summary: `Create a ${string}`;
        readonly body: z.ZodObject<{
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            price: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            free: z.ZodDefault<z.ZodBoolean>;
            status: z.ZodDefault<z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            position: z.ZodNumber;
        }, z.core.$strip>;
        readonly status: 201;
    };
    update: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.update";
        readonly method: "PATCH";
        readonly path: "/api/main-lessons/:id";
        readonly summary: `Update a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            title: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            imageCover: z.ZodOptional<z.ZodString>;
            free: z.ZodOptional<z.ZodBoolean>;
            price: z.ZodOptional<z.ZodOptional<z.ZodNullable<z.ZodNumber>>>;
            status: z.ZodOptional<z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            position: z.ZodNumber;
        }, z.core.$strip>;
    };
    suggestSearch: {
        readonly id: `${string}.suggestSearch`;
        readonly service: "content";
        readonly method: "GET";
        readonly path: `${string}/search-suggestion`;
        readonly access: "session";
        readonly summary: `The search that was meant by one that finds no ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            searchFor: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    versions: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.versions`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions`;
            readonly summary: `Versions of a ${string}, newest first`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
                track: z.ZodOptional<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
                before: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    version: z.ZodNumber;
                    track: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPublished: z.ZodOptional<z.ZodBoolean>;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    action: z.ZodEnum<{
                        autosaved: "autosaved";
                        created: "created";
                        deleted: "deleted";
                        discarded: "discarded";
                        published: "published";
                        restored: "restored";
                        unpublished: "unpublished";
                        updated: "updated";
                    }>;
                    changedFields: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
                next: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        get: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.version`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions/:version`;
            readonly summary: `A ${string} as it was at one version`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                imageCover: z.ZodString;
                id: z.ZodNumber;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                position: z.ZodNumber;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.restoreVersion`;
            readonly method: "POST";
            readonly path: `${string}/:id/versions/:version/restore`;
            readonly summary: `Restore a version of a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                imageCover: z.ZodString;
                id: z.ZodNumber;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                position: z.ZodNumber;
            }, z.core.$strip>;
        };
    };
    deleted: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.deleted`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Deleted ${string} that can be restored`;
            readonly query: z.ZodObject<{
                limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                total: z.ZodNumber;
                totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    deletedAt: z.ZodString;
                    deletedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    deletedWith: z.ZodNullable<z.ZodObject<{
                        type: z.ZodEnum<{
                            lesson: "lesson";
                            "lesson-type": "lesson-type";
                            "main-lesson": "main-lesson";
                        }>;
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                    expiresAt: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.restoreDeleted`;
            readonly method: "POST";
            readonly path: `${string}/:id/restore`;
            readonly summary: `Restore a deleted ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                restored: z.ZodObject<{
                    lessons: z.ZodNumber;
                }, z.core.$strip>;
                title: z.ZodString;
                description: z.ZodString;
                imageCover: z.ZodString;
                id: z.ZodNumber;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                position: z.ZodNumber;
            }, z.core.$strip>;
        };
    };
    comments: {
        list: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.comments`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                threads: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                        field: z.ZodString;
                    }, z.core.$strip>, z.ZodObject<{
                        section: z.ZodArray<z.ZodString>;
                        row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>]>>;
                    comments: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        author: z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>;
                        text: z.ZodString;
                        mentions: z.ZodArray<z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>>;
                        createdAt: z.ZodString;
                        editedAt: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    resolvedAt: z.ZodNullable<z.ZodString>;
                    resolvedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        people: {
            readonly service: "content";
            readonly access: 'session';
            readonly id: `${string}.commentPeople`;
            readonly method: "GET";
            readonly path: `${string}/comments/people`;
            readonly summary: `Who can be mentioned in a comment on a ${string}`;
            readonly query: z.ZodObject<{
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                people: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        create: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.comment`;
            readonly method: "POST";
            readonly path: string;
            readonly summary: `Comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
                anchor: z.ZodDefault<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strict>, z.ZodObject<{
                    section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
                    row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
                }, z.core.$strict>]>>>;
            }, z.core.$strip>;
            readonly status: 201;
        };
        reply: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.replyToComment`;
            readonly method: "POST";
            readonly path: `${string}/replies`;
            readonly summary: `Reply to a comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        edit: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.editComment`;
            readonly method: "PATCH";
            readonly summary: `Edit a comment on a ${string}`;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
        };
        delete: {
            readonly service: "content";
            readonly access: 'session';
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.deleteComment`;
            readonly method: "DELETE";
            readonly summary: `Delete a comment on a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        resolve: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.resolveComments`;
            readonly method: "POST";
            readonly path: `${string}/resolve`;
            readonly summary: `Resolve a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
        reopen: {
            readonly service: "content";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.reopenComments`;
            readonly method: "POST";
            readonly path: `${string}/reopen`;
            readonly summary: `Reopen a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
    };
    workingCopyEvent: {
        readonly service: "content";
        readonly entity: "main-lesson-working-copy";
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            baseVersion: z.ZodNumber;
            savedAt: z.ZodString;
            contents: z.ZodObject<{}, z.core.$loose>;
        }, z.core.$strip>;
    };
    workingCopy: {
        get: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.workingCopy`;
            readonly method: "GET";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `The working copy of a published ${string}`;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: z.ZodObject<{
                    title: z.ZodString;
                    description: z.ZodString;
                    imageCover: z.ZodString;
                    free: z.ZodBoolean;
                    price: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        save: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.saveWorkingCopy`;
            readonly method: "PUT";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Save a working copy of a published ${string}`;
            readonly body: z.ZodObject<{
                baseVersion: z.ZodOptional<z.ZodNumber>;
                contents: z.ZodObject<{
                    title: z.ZodString;
                    description: z.ZodString;
                    imageCover: z.ZodString;
                    price: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                    free: z.ZodDefault<z.ZodBoolean>;
                }, z.core.$strip>;
                isAutosave: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: z.ZodObject<{
                    title: z.ZodString;
                    description: z.ZodString;
                    imageCover: z.ZodString;
                    free: z.ZodBoolean;
                    price: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        publish: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.publishWorkingCopy`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/working-copy/publish`;
            readonly summary: `Publish the working copy of a ${string}`;
            readonly body: z.ZodObject<{
                overwrite: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                imageCover: z.ZodString;
                id: z.ZodNumber;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                position: z.ZodNumber;
            }, z.core.$strip>;
        };
        discard: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.discardWorkingCopy`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Discard the working copy of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    schedule: {
        set: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.schedule`;
            readonly permission: "publish";
            readonly method: "PUT";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at a time`;
            readonly body: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodISODateTime;
                version: z.ZodNumber;
                isPinned: z.ZodDefault<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        move: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.moveSchedule`;
            readonly permission: "publish";
            readonly method: "PATCH";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at another time`;
            readonly body: z.ZodObject<{
                at: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.schedules`;
            readonly service: "content";
            readonly method: "GET";
            readonly path: `${string}/schedules`;
            readonly access: "session";
            readonly summary: `What is scheduled, by ${string}`;
            readonly query: z.ZodObject<{
                from: z.ZodISODateTime;
                until: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
        cancel: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.cancelSchedule`;
            readonly permission: "publish";
            readonly method: "DELETE";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Cancel the schedule of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    review: {
        request: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.requestReview`;
            readonly method: "PUT";
            readonly path: `${string}/:id/review`;
            readonly summary: `Ask for a review of a ${string}`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodDefault<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        withdraw: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.withdrawReview`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/review`;
            readonly summary: `Withdraw the review of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        askForChanges: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.askForChanges`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/changes`;
            readonly summary: `Ask the author of a ${string} for changes`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodString;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        grant: {
            readonly service: "content";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.grantReview`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/publish`;
            readonly summary: `Publish a ${string} that was reviewed`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.reviews`;
            readonly service: "content";
            readonly method: "GET";
            readonly path: `${string}/reviews`;
            readonly access: "session";
            readonly summary: `What waits for a review, by ${string}`;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
    };
    delete: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.delete";
        readonly method: "DELETE";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
            deleted: z.ZodObject<{
                lessons: z.ZodNumber;
            }, z.core.$strip>;
        }, z.core.$strip>;
        readonly path: "/api/main-lesson/:id";
        readonly aliases: readonly ["/api/main-lessons/:id"];
        readonly summary: "Delete a main lesson and its lessons";
    };
    list: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.list";
        readonly method: "GET";
        readonly path: "/api/main-lessons";
        readonly sharedByRole: true;
        readonly summary: "Main lessons, newest first or in catalogue order";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            status: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"changed" | "draft" | "published" | "review" | "scheduled" | undefined, string | undefined>>;
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            order: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"catalogue" | "newest" | undefined, string | undefined>>;
            sort: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<"-price" | "-status" | "-title" | "-updatedAt" | "price" | "status" | "title" | "updatedAt" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            total: z.ZodNumber;
            totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
            mainLessons: z.ZodArray<z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                imageCover: z.ZodString;
                id: z.ZodNumber;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                status: z.ZodEnum<{
                    draft: "draft";
                    published: "published";
                }>;
                position: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.get";
        readonly method: "GET";
        readonly path: "/api/main-lessons/:id";
        readonly sharedByRole: true;
        readonly summary: "One main lesson";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            position: z.ZodNumber;
        }, z.core.$strip>;
    };
    lessons: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.lessons";
        readonly method: "GET";
        readonly path: "/api/main-lessons-details/:id";
        readonly summary: "Lessons of a main lesson";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            counts: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"true" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodArray<z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            position: z.ZodNumber;
            words: z.ZodOptional<z.ZodNumber>;
            recordedWords: z.ZodOptional<z.ZodNumber>;
            quiz: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
                none: "none";
            }>>;
        }, z.core.$strip>>;
    };
    duplicate: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.duplicate";
        readonly method: "POST";
        readonly path: "/api/main-lessons/:id/duplicate";
        readonly summary: "Duplicate a main lesson and its lessons";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            position: z.ZodNumber;
        }, z.core.$strip>;
        readonly status: 201;
    };
    move: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "mainLessons.move";
        readonly method: "PATCH";
        readonly path: "/api/main-lessons/:id/position";
        readonly summary: "Move a main lesson within the catalogue";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            afterId: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            imageCover: z.ZodString;
            id: z.ZodNumber;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                draft: "draft";
                published: "published";
            }>;
            position: z.ZodNumber;
        }, z.core.$strip>;
    };
};
export type MainLesson = z.infer<typeof mainLessonSchema>;
export type MainLessonContents = z.output<typeof mainLessonContents>;
import { z } from 'zod';

// content/preview-link.ts
declare const previewedLessonSchema: z.ZodObject<{
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    lessonType: z.ZodString;
    sections: z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        content: z.ZodString;
        html: z.ZodNullable<z.ZodString>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const previewLinkLimits: {
    readonly hours: 24;
    readonly perUser: 20;
    readonly listed: 100;
};
export declare const previewLinkMessages: {
    readonly tooMany: "You have 20 links that still work. Revoke one first";
    readonly notCreator: 'Only its creator or an admin may revoke this link';
    readonly revoked: 'The link was revoked';
};
export declare const previewLinkSchema: z.ZodObject<{
    id: z.ZodNumber;
    createdBy: z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>;
    createdAt: z.ZodString;
    expiresAt: z.ZodString;
}, z.core.$strip>;
export declare const previewLinks: {
    list: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "previewLinks.list";
        readonly method: "GET";
        readonly path: "/api/lessons/:id/preview-links";
        readonly summary: "Links that show a lesson on a phone";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            links: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                createdBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                createdAt: z.ZodString;
                expiresAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    create: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "previewLinks.create";
        readonly method: "POST";
        readonly path: "/api/lessons/:id/preview-links";
        readonly summary: "Create a link that shows a lesson on a phone";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            createdBy: z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>;
            createdAt: z.ZodString;
            expiresAt: z.ZodString;
            path: z.ZodString;
        }, z.core.$strip>;
        readonly status: 201;
    };
    revoke: {
        readonly service: "content";
        readonly access: 'session';
        readonly id: "previewLinks.revoke";
        readonly method: "DELETE";
        readonly path: "/api/preview-links/:id";
        readonly summary: "Revoke a link that shows a lesson on a phone";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    open: {
        readonly id: "internal.previewLinkOpen";
        readonly service: "content";
        readonly method: "POST";
        readonly path: "/internal/preview-links/open";
        readonly access: "internal";
        readonly summary: "The lesson that a preview link shows";
        readonly body: z.ZodObject<{
            tokenHash: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            lesson: z.ZodNullable<z.ZodObject<{
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                lessonType: z.ZodString;
                sections: z.ZodArray<z.ZodObject<{
                    title: z.ZodString;
                    content: z.ZodString;
                    html: z.ZodNullable<z.ZodString>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    page: {
        readonly id: "previewLinks.page";
        readonly service: "gateway";
        readonly method: "GET";
        readonly path: "/preview/:token";
        readonly access: "public";
        readonly summary: "A lesson as it was last saved, for whoever has the link";
        readonly params: z.ZodObject<{
            token: z.ZodString;
        }, z.core.$strip>;
        readonly responseType: "binary";
        readonly response: z.ZodUnknown;
    };
};
export type LinkedLesson = z.infer<typeof previewedLessonSchema>;
export type PreviewLink = z.infer<typeof previewLinkSchema>;
import { z } from 'zod';

// content/pronunciation.ts
export declare const maxCheckedLessons = 100;
export declare const maxListedSpellings = 10;
export declare const maxLookedUpWords = 50;
export declare const maxNamedLessons = 5;
export declare const maxRememberedRows = 2000;
export declare const maxWordLength = 100;
export declare const pronunciationConflictSchema: z.ZodObject<{
    id: z.ZodString;
    khmer: z.ZodString;
    english: z.ZodArray<z.ZodString>;
    lessons: z.ZodNumber;
    spellings: z.ZodArray<z.ZodObject<{
        phonemic: z.ZodString;
        lessons: z.ZodNumber;
        examples: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const pronunciationConflictsByLessons: {
    readonly service: 'content';
    readonly access: 'session';
    readonly id: "pronunciationConflicts.byLessons";
    readonly method: "GET";
    readonly path: "/api/pronunciation-conflicts/by-lessons";
    readonly summary: "Words with several pronunciations, counted by lesson";
    readonly query: z.ZodObject<{
        ids: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        lessons: z.ZodArray<z.ZodObject<{
            lessonId: z.ZodNumber;
            conflicts: z.ZodNumber;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const pronunciationConflictsList: {
    readonly service: 'content';
    readonly access: 'session';
    readonly id: "pronunciationConflicts.list";
    readonly method: "GET";
    readonly path: "/api/pronunciation-conflicts";
    readonly summary: "Words with several pronunciations";
    readonly query: z.ZodObject<{
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
        conflicts: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            khmer: z.ZodString;
            english: z.ZodArray<z.ZodString>;
            lessons: z.ZodNumber;
            spellings: z.ZodArray<z.ZodObject<{
                phonemic: z.ZodString;
                lessons: z.ZodNumber;
                examples: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const pronunciationReplacementSchema: z.ZodObject<{
    id: z.ZodNumber;
    khmer: z.ZodString;
    phonemic: z.ZodString;
    isDone: z.ZodBoolean;
    lessons: z.ZodNumber;
    changed: z.ZodNumber;
    failedLessons: z.ZodArray<z.ZodObject<{
        lessonId: z.ZodNumber;
        message: z.ZodString;
    }, z.core.$strip>>;
    createdAt: z.ZodString;
}, z.core.$strip>;
export declare const pronunciationReplacementsCreate: {
    readonly service: 'content';
    readonly access: 'session';
    readonly id: "pronunciationReplacements.create";
    readonly method: "POST";
    readonly path: "/api/pronunciation-replacements";
    readonly permission: "publish";
    readonly summary: "Use one pronunciation of a word everywhere";
    readonly body: z.ZodObject<{
        khmer: z.ZodString;
        phonemic: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        khmer: z.ZodString;
        phonemic: z.ZodString;
        isDone: z.ZodBoolean;
        lessons: z.ZodNumber;
        changed: z.ZodNumber;
        failedLessons: z.ZodArray<z.ZodObject<{
            lessonId: z.ZodNumber;
            message: z.ZodString;
        }, z.core.$strip>>;
        createdAt: z.ZodString;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const pronunciationReplacementsGet: {
    readonly service: 'content';
    readonly access: 'session';
    readonly id: "pronunciationReplacements.get";
    readonly method: "GET";
    readonly path: "/api/pronunciation-replacements/:id";
    readonly summary: "One replacement of pronunciations";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        khmer: z.ZodString;
        phonemic: z.ZodString;
        isDone: z.ZodBoolean;
        lessons: z.ZodNumber;
        changed: z.ZodNumber;
        failedLessons: z.ZodArray<z.ZodObject<{
            lessonId: z.ZodNumber;
            message: z.ZodString;
        }, z.core.$strip>>;
        createdAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const pronunciationsFind: {
    readonly service: 'content';
    readonly access: 'session';
    readonly id: "pronunciations.find";
    readonly method: "POST";
    readonly path: "/api/pronunciations";
    readonly summary: "Pronunciations of words in lessons";
    readonly body: z.ZodObject<{
        exceptLesson: z.ZodOptional<z.ZodNumber>;
        words: z.ZodArray<z.ZodObject<{
            english: z.ZodDefault<z.ZodString>;
            khmer: z.ZodDefault<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        words: z.ZodArray<z.ZodObject<{
            spellings: z.ZodArray<z.ZodObject<{
                phonemic: z.ZodString;
                khmer: z.ZodString;
                lessons: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const usedPronunciationSchema: z.ZodObject<{
    phonemic: z.ZodString;
    khmer: z.ZodString;
    lessons: z.ZodNumber;
}, z.core.$strip>;
export type PronunciationConflict = z.infer<typeof pronunciationConflictSchema>;
export type PronunciationReplacement = z.infer<typeof pronunciationReplacementSchema>;
export type UsedPronunciation = z.infer<typeof usedPronunciationSchema>;
import { z } from 'zod';

// content/section-html.ts
export declare const sectionLinkRel = "noopener nofollow";
export declare function isAllowedSectionImage(source: string): boolean;
export declare function isAllowedSectionLink(href: string): boolean;

// content/word.ts
export declare const foundWordSchema: z.ZodObject<{
    lessonId: z.ZodNumber;
    lessonTitle: z.ZodString;
    sectionTitle: z.ZodString;
    english: z.ZodString;
    phonemic: z.ZodString;
    khmer: z.ZodString;
    find: z.ZodString;
}, z.core.$strip>;
export declare const maxFoundWords = 20;
export declare const wordsList: {
    readonly id: "words.list";
    readonly service: "content";
    readonly method: "GET";
    readonly path: "/api/words";
    readonly access: "session";
    readonly summary: "Words of the vocabulary in lessons";
    readonly query: z.ZodObject<{
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        words: z.ZodArray<z.ZodObject<{
            lessonId: z.ZodNumber;
            lessonTitle: z.ZodString;
            sectionTitle: z.ZodString;
            english: z.ZodString;
            phonemic: z.ZodString;
            khmer: z.ZodString;
            find: z.ZodString;
        }, z.core.$strip>>;
        hasMore: z.ZodOptional<z.ZodLiteral<true>>;
    }, z.core.$strip>;
};
export type FoundWord = z.infer<typeof foundWordSchema>;
import { z } from 'zod';

// core/comments.ts
declare const anchorSchema: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
    field: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    section: z.ZodArray<z.ZodString>;
    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
}, z.core.$strip>]>>;
declare const commentSchema: z.ZodObject<{
    id: z.ZodNumber;
    author: z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>;
    text: z.ZodString;
    mentions: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    createdAt: z.ZodString;
    editedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
declare const newAnchorSchema: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
    field: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
}, z.core.$strict>]>>;
declare const threadSchema: z.ZodObject<{
    id: z.ZodNumber;
    anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
        field: z.ZodString;
    }, z.core.$strip>, z.ZodObject<{
        section: z.ZodArray<z.ZodString>;
        row: z.ZodOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strip>]>>;
    comments: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        author: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
        text: z.ZodString;
        mentions: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        createdAt: z.ZodString;
        editedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    resolvedAt: z.ZodNullable<z.ZodString>;
    resolvedBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const addressOfComment: (item: Parameters<typeof addressOfItem>[0], thread: number) => string;
export declare const addressOfItem: (item: {
    readonly entity: string;
    readonly id: number;
}) => string;
export declare const commentLimits: {
    readonly text: 4000;
    readonly mentions: 20;
    readonly threads: 200;
    readonly comments: 50;
    readonly people: 10;
    readonly knownTexts: 10;
    readonly knownText: 500;
};
export declare const commentMessages: {
    readonly text: 'Comment is required';
    readonly mentions: "At most 20 people can be mentioned";
    readonly threads: 'There are too many comments here. Delete resolved ones first';
    readonly comments: 'This thread is full. Begin a new one';
    readonly notAuthor: 'Only its author can do this';
    readonly deleted: 'The comment was deleted';
};
export declare const commentThreadEvents: {
    readonly content: {
        readonly service: "content";
        readonly entity: "comment-thread";
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            item: z.ZodObject<{
                entity: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                authorId: z.ZodNumber;
                mentions: z.ZodArray<z.ZodNumber>;
                createdAt: z.ZodString;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    readonly quizzes: {
        readonly service: "quizzes";
        readonly entity: "comment-thread";
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            item: z.ZodObject<{
                entity: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                authorId: z.ZodNumber;
                mentions: z.ZodArray<z.ZodNumber>;
                createdAt: z.ZodString;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
};
export declare const commentedViews: Readonly<Record<string, string>>;
export declare const contentCommentThreadEvent: {
    readonly service: "content";
    readonly entity: "comment-thread";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        item: z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>;
        comments: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            authorId: z.ZodNumber;
            mentions: z.ZodArray<z.ZodNumber>;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        resolvedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare const knownText: (text: string) => string;
export declare const mentionOf: (userId: number) => string;
export declare const quizCommentThreadEvent: {
    readonly service: "quizzes";
    readonly entity: "comment-thread";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        item: z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>;
        comments: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            authorId: z.ZodNumber;
            mentions: z.ZodArray<z.ZodNumber>;
            createdAt: z.ZodString;
        }, z.core.$strip>>;
        resolvedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare function commentEndpoints<const S extends 'content' | 'quizzes'>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: string;
    readonly label: string;
}): {
    list: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.comments`;
        readonly method: "GET";
        readonly path: string;
        readonly summary: `Comments on a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            threads: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    people: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.commentPeople`;
        readonly method: "GET";
        readonly path: `${string}/comments/people`;
        readonly summary: `Who can be mentioned in a comment on a ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            people: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    create: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                field: z.ZodString;
            }, z.core.$strip>, z.ZodObject<{
                section: z.ZodArray<z.ZodString>;
                row: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>]>>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                author: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                text: z.ZodString;
                mentions: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                createdAt: z.ZodString;
                editedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
            resolvedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly id: `${string}.comment`;
        readonly method: "POST";
        readonly path: string;
        readonly summary: `Comment on a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            text: z.ZodString;
            anchor: z.ZodDefault<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                field: z.ZodString;
            }, z.core.$strict>, z.ZodObject<{
                section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
                row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
            }, z.core.$strict>]>>>;
        }, z.core.$strip>;
        readonly status: 201;
    };
    reply: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                field: z.ZodString;
            }, z.core.$strip>, z.ZodObject<{
                section: z.ZodArray<z.ZodString>;
                row: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>]>>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                author: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                text: z.ZodString;
                mentions: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                createdAt: z.ZodString;
                editedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
            resolvedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly id: `${string}.replyToComment`;
        readonly method: "POST";
        readonly path: `${string}/replies`;
        readonly summary: `Reply to a comment on a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            thread: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            text: z.ZodString;
        }, z.core.$strip>;
        readonly status: 201;
    };
    edit: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                field: z.ZodString;
            }, z.core.$strip>, z.ZodObject<{
                section: z.ZodArray<z.ZodString>;
                row: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>]>>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                author: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                text: z.ZodString;
                mentions: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                createdAt: z.ZodString;
                editedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
            resolvedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly path: string;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            comment: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.editComment`;
        readonly method: "PATCH";
        readonly summary: `Edit a comment on a ${string}`;
        readonly body: z.ZodObject<{
            text: z.ZodString;
        }, z.core.$strip>;
    };
    delete: {
        readonly service: S;
        readonly access: 'session';
        readonly path: string;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            comment: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.deleteComment`;
        readonly method: "DELETE";
        readonly summary: `Delete a comment on a ${string}`;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    resolve: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                field: z.ZodString;
            }, z.core.$strip>, z.ZodObject<{
                section: z.ZodArray<z.ZodString>;
                row: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>]>>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                author: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                text: z.ZodString;
                mentions: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                createdAt: z.ZodString;
                editedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
            resolvedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly id: `${string}.resolveComments`;
        readonly method: "POST";
        readonly path: `${string}/resolve`;
        readonly summary: `Resolve a thread of comments on a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            thread: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    };
    reopen: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                field: z.ZodString;
            }, z.core.$strip>, z.ZodObject<{
                section: z.ZodArray<z.ZodString>;
                row: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>]>>;
            comments: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                author: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                text: z.ZodString;
                mentions: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                createdAt: z.ZodString;
                editedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            resolvedAt: z.ZodNullable<z.ZodString>;
            resolvedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly id: `${string}.reopenComments`;
        readonly method: "POST";
        readonly path: `${string}/reopen`;
        readonly summary: `Reopen a thread of comments on a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            thread: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    };
};
export declare function findCommentPlace(anchor: {
    readonly section: readonly string[];
    readonly row?: readonly string[] | undefined;
}, sections: readonly CommentedSection[]): CommentPlace | undefined;
export declare function mentionsIn(text: string): number[];
export declare function splitMentions(text: string): (string | number)[];
export interface CommentPlace {
    readonly section: number;
    readonly row?: number;
}
export interface CommentedSection {
    readonly text: string;
    readonly rows: readonly string[];
}
export type CommentAnchor = z.infer<typeof anchorSchema>;
export type CommentEndpoints = ReturnType<typeof commentEndpoints<'content' | 'quizzes'>>;
export type CommentThread = z.infer<typeof threadSchema>;
export type CommentThreadEvent = (typeof commentThreadEvents)[keyof typeof commentThreadEvents];
export type ItemComment = z.infer<typeof commentSchema>;
export type NewCommentAnchor = z.infer<typeof newAnchorSchema>;
import { z } from 'zod';

// core/endpoint.ts
export declare const serviceNames: readonly ['users', 'content', 'quizzes', 'commerce', 'media', 'stats', 'gateway'];
export declare function endpoint<const E extends Endpoint>(definition: E): E;
export declare function fillPath(path: string, params?: Readonly<Record<string, unknown>>): string;
export interface Endpoint<P extends z.ZodType | undefined = z.ZodType | undefined, Q extends z.ZodType | undefined = z.ZodType | undefined, B extends z.ZodType | undefined = z.ZodType | undefined, R extends z.ZodType = z.ZodType> {
    readonly id: string;
    readonly service: ServiceName;
    readonly method: HttpMethod;
    readonly path: string;
    readonly aliases?: readonly string[];
    readonly access: Access;
    readonly permission?: 'publish';
    readonly recentProof?: true;
    readonly withoutSecondFactor?: true;
    readonly summary: string;
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly response: R;
    readonly status?: 200 | 201;
    readonly bodyType?: 'multipart' | 'raw';
    readonly responseType?: 'binary' | 'event-stream' | 'redirect';
    readonly bodyLimit?: number;
    readonly responseTimeoutMs?: number;
    readonly envelope?: 'v1';
    readonly idempotent?: true;
    readonly idempotencyKey?: true;
    readonly scope?: ApiKeyScope;
    readonly cacheInvalidatedBy?: readonly string[];
    readonly sharedByRole?: true;
}
export type Access = 'public' | 'session' | 'admin' | 'apiKey' | 'learner' | 'adminOrLearner' | 'internal';
export type BodyOf<E> = E extends {
    body: infer S;
} ? SchemaOutput<S> : undefined;
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ParamsOf<E> = E extends {
    params: infer S;
} ? SchemaOutput<S> : undefined;
export type QueryOf<E> = E extends {
    query: infer S;
} ? SchemaOutput<S> : undefined;
export type RequestOf<E> = (E extends {
    params: infer S;
} ? {
    params: SchemaInput<S>;
} : unknown) & (E extends {
    query: infer S;
} ? {
    query?: SchemaInput<S>;
} : unknown) & (E extends {
    body: infer S;
} ? {
    body: SchemaInput<S>;
} : unknown);
export type ResponseOf<E> = E extends {
    response: infer S;
} ? SchemaOutput<S> : never;
export type ServiceName = (typeof serviceNames)[number];
import type { ApiKeyScope } from './identity.ts';
import type { z } from 'zod';
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined;

// core/entity-name.ts
export type EntityName = (typeof itemEntities)[number] | (typeof apiKeyEvent | typeof privacyPolicyEvent | typeof purchaseEvent | typeof userEvent)['entity'];
import type { apiKeyEvent } from '../users/users.events.ts';
import type { itemEntities } from '../items.ts';
import type { privacyPolicyEvent } from '../users/privacy-policy.ts';
import type { purchaseEvent } from '../commerce/purchase.ts';
import type { userEvent } from '../users/users.events.ts';

// core/event.ts
export declare const actorSchema: z.ZodObject<{
    id: z.ZodNumber;
    role: z.ZodString;
}, z.core.$strip>;
export declare const auditStream: {
    readonly name: 'AUDIT';
    readonly subjectPrefix: 'audit';
};
export declare const deadLetterSubjectPrefix = "dead";
export declare const entityEventSchema: z.ZodObject<{
    id: z.ZodString;
    service: z.ZodString;
    entity: z.ZodString;
    entityId: z.ZodString;
    version: z.ZodNumber;
    type: z.ZodEnum<{
        changed: "changed";
        deleted: "deleted";
    }>;
    state: z.ZodNullable<z.ZodUnknown>;
    occurredAt: z.ZodString;
    actor: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        role: z.ZodString;
    }, z.core.$strip>>;
    requestId: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const streamNames: {
    readonly events: 'EVENTS';
    readonly deadLetters: 'DEAD';
};
export declare function auditSubject(record: {
    readonly service: ServiceName;
    readonly id: string;
}): string;
export declare function eventDefinition<const D extends EventDefinition>(definition: D): D;
export declare function eventSubject(definition: Pick<EventDefinition, 'service' | 'entity'>, entityId: string | number): string;
export declare function eventSubjectFilter(definition: Pick<EventDefinition, 'service' | 'entity'>): string;
export interface EntityEvent<State = unknown> {
    readonly id: string;
    readonly service: ServiceName;
    readonly entity: string;
    readonly entityId: string;
    readonly version: number;
    readonly type: 'changed' | 'deleted';
    readonly state: State | null;
    readonly occurredAt: string;
    readonly actor: Actor | null;
    readonly requestId: string | null;
}
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
    readonly service: ServiceName;
    readonly entity: string;
    readonly state: S;
    readonly keepsVersions?: true;
}
export type Actor = z.infer<typeof actorSchema>;
export type EventOf<D> = EntityEvent<StateOf<D>>;
export type StateOf<D> = D extends EventDefinition<infer S> ? z.output<S> : never;
import type { ServiceName } from './endpoint.ts';
import { z } from 'zod';

// core/fields-of-items.ts
export declare const choiceField: <const V extends readonly [string, ...string[]]>(name: string, values: V) => {
    name: string;
    input: z.ZodEnum<{ [k in V[number]]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>;
    stored: z.ZodEnum<{ [k in V[number]]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>;
};
export declare const inputOf: <F extends ItemFields>(fields: F) => z.ZodObject<{ -readonly [P in keyof { [K in keyof F]: F[K]["input"]; }]: { [K in keyof F]: F[K]["input"]; }[P]; }, z.core.$strip>;
export declare const namesOf: <F extends ItemFields>(fields: F) => { [K in keyof F]: F[K]["name"]; };
export declare const storedOf: <F extends ItemFields>(fields: F) => { [K in keyof F]: F[K]["stored"]; };
export declare const textField: <In extends z.ZodType>(name: string, input: In) => {
    name: string;
    input: In;
    stored: z.ZodString;
};
export interface ItemField<In extends z.ZodType = z.ZodType, Stored extends z.ZodType = z.ZodType> {
    readonly name: string;
    readonly input: In;
    readonly stored: Stored;
}
import { z } from 'zod';
type ItemFields = Readonly<Record<string, ItemField>>;

// core/fields.ts
export declare const boundedCountFields: {
    total: z.ZodNumber;
    isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
};
export declare const controlCharacterMessage = "This text has a control character. Type it again";
export declare const defaultPageSize = 15;
export declare const enumFilter: <const V extends readonly [string, ...string[]]>(values: V) => z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<Awaited<V[number]> | undefined, string | undefined>>;
export declare const exactFilter: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"true" | undefined, string | undefined>>;
export declare const halfCharacterMessage = "This text has half of a character. Type it again";
export declare const hasNoControlCharacters: (text: string) => boolean;
export declare const hasWholeCharacters: (text: string) => boolean;
export declare const idFilter: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
export declare const idParams: z.ZodObject<{
    id: z.ZodPreprocess<z.ZodNumber, unknown>;
}, z.core.$strip>;
export declare const idsParam: (max: number, label: string) => z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>;
export declare const integerParam: <S extends z.ZodType>(schema: S) => z.ZodPreprocess<S, unknown>;
export declare const isoDate: z.ZodString;
export declare const listTotalFields: {
    total: z.ZodNumber;
    totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
};
export declare const maxExactTotal = 1000;
export declare const maxOffset = 10000;
export declare const maxPageSize = 100;
export declare const maxUnpagedRows = 1000;
export declare const messageResponse: z.ZodObject<{
    message: z.ZodString;
}, z.core.$strip>;
export declare const oneOf: <const V extends readonly [string, ...string[]]>(name: string, values: V) => z.ZodEnum<{ [k in V[number]]: k; } extends infer T ? { [k in keyof T]: T[k]; } : never>;
export declare const pagingFields: {
    limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
};
export declare const requiredText: (message: string, max?: number) => z.ZodString;
export declare const searchFilter: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
export declare const searchedForFields: {
    searchedFor: z.ZodOptional<z.ZodString>;
};
export declare const serialId: z.ZodPreprocess<z.ZodNumber, unknown>;
export declare const sortParam: <const N extends readonly [string, ...string[]]>(names: N) => z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<Awaited<`-${N[number]}`> | Awaited<N[number]> | undefined, string | undefined>>;
export declare const textFilter: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
export declare const typeError: (required: string, invalid: string | ((input: unknown) => string)) => (options: {
    readonly input?: unknown;
}) => string;
export declare const uploadedFileNamePattern: RegExp;
export declare const v1PagingFields: {
    limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    cursor: z.ZodOptional<z.ZodString>;
};
export declare function uploadUrl(fileName: string): string;
export declare function uploadedFileNamesIn(text: string): string[];
export interface BoundedCount {
    readonly total: number;
    readonly isMinimum?: true | undefined;
}
export interface ListTotal {
    readonly total: number;
    readonly totalIsEstimate?: true | undefined;
}
import { z } from 'zod';

// core/http.ts
declare const issueSchema: z.ZodObject<{
    path: z.ZodString;
    message: z.ZodString;
}, z.core.$strip>;
export declare const errorBodySchema: z.ZodObject<{
    message: z.ZodString;
    code: z.ZodString;
    issues: z.ZodOptional<z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        message: z.ZodString;
    }, z.core.$strip>>>;
    requestId: z.ZodString;
}, z.core.$strip>;
export declare const errorCodeByStatus: {
    readonly 400: 'validation';
    readonly 401: 'unauthenticated';
    readonly 403: 'forbidden';
    readonly 404: 'not_found';
    readonly 405: 'method_not_allowed';
    readonly 408: 'request_timeout';
    readonly 409: 'conflict';
    readonly 413: 'too_large';
    readonly 415: 'unsupported_media_type';
    readonly 416: 'range_not_satisfiable';
    readonly 422: 'unprocessable';
    readonly 429: 'too_many_requests';
    readonly 431: 'headers_too_large';
    readonly 500: 'internal';
    readonly 502: 'bad_gateway';
    readonly 503: 'unavailable';
    readonly 504: 'timeout';
    readonly 507: 'storage_full';
};
export declare const headerNames: {
    readonly requestId: 'x-request-id';
    readonly internalToken: 'x-internal-token';
    readonly event: 'x-event';
    readonly after: 'x-after';
    readonly apiKey: 'x-api-key';
    readonly idempotencyKey: 'idempotency-key';
    readonly sessionUser: 'x-session-user';
    readonly clientAddress: 'x-client-address';
    readonly timeoutMs: 'x-timeout-ms';
    readonly token: 'x-token';
    readonly surrogateKey: 'surrogate-key';
    readonly checkedOwnership: 'x-checked-ownership';
    readonly foundOwnership: 'x-found-ownership';
    readonly probeConnection: 'x-probe-connection';
};
export declare const maxBodyBytes: number;
export declare const specificErrorCodes: {
    readonly staleVersion: 'stale_version';
    readonly newerVersion: 'newer_version';
    readonly beingPublished: 'being_published';
    readonly busy: 'busy';
    readonly wrongPassword: 'wrong_password';
    readonly secondFactorRequired: 'second_factor_required';
    readonly proofRequired: 'proof_required';
    readonly secondFactorMissing: 'second_factor_missing';
    readonly otherUser: 'other_user';
    readonly idempotencyKeyReused: 'idempotency_key_reused';
    readonly missingScope: 'missing_scope';
    readonly originNotAllowed: 'origin_not_allowed';
    readonly locked: 'locked';
};
export declare const v1ErrorSchema: z.ZodObject<{
    success: z.ZodLiteral<false>;
    error: z.ZodString;
    message: z.ZodString;
    code: z.ZodString;
}, z.core.$strip>;
export type ErrorBody = z.infer<typeof errorBodySchema>;
export type ErrorStatus = keyof typeof errorCodeByStatus;
export type Issue = z.infer<typeof issueSchema>;
export type V1Error = z.infer<typeof v1ErrorSchema>;
import { z } from 'zod';

// core/identity.ts
declare const learnerSchema: z.ZodObject<{
    userId: z.ZodNumber;
    email: z.ZodString;
    sessionId: z.ZodOptional<z.ZodString>;
    sessionExpiresAt: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
export declare const apiKeyScopes: readonly ['read', 'submit', 'orders'];
export declare const internalTokenOptions: {
    readonly issuer: 'gateway';
    readonly maxAgeSeconds: 60;
    readonly lifetimeSeconds: 30;
};
export declare const learnerTokenOptions: {
    readonly issuer: 'khmer-learning';
    readonly audience: 'learner';
    readonly lifetimeSeconds: number;
};
export declare const maxMainLessonsOfTeacher = 50;
export declare const principalSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"public">;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"gateway">;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"session">;
    userId: z.ZodNumber;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
    sessionId: z.ZodString;
    sessionExpiresAt: z.ZodNumber;
    provedAt: z.ZodOptional<z.ZodNumber>;
    rights: z.ZodOptional<z.ZodObject<{
        canPublish: z.ZodBoolean;
        mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"apiKey">;
    apiKeyId: z.ZodNumber;
    learner: z.ZodOptional<z.ZodObject<{
        userId: z.ZodNumber;
        email: z.ZodString;
        sessionId: z.ZodOptional<z.ZodString>;
        sessionExpiresAt: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"learner">;
    learner: z.ZodObject<{
        userId: z.ZodNumber;
        email: z.ZodString;
        sessionId: z.ZodOptional<z.ZodString>;
        sessionExpiresAt: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
}, z.core.$strip>], "kind">;
export declare const proofLifetimeSeconds: number;
export declare const refreshTokenLifetimeSeconds: number;
export declare const rightsSchema: z.ZodObject<{
    canPublish: z.ZodBoolean;
    mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
}, z.core.$strip>;
export declare const roleSchema: z.ZodEnum<{
    admin: "admin";
    student: "student";
    teacher: "teacher";
}>;
export declare const roles: readonly ['admin', 'teacher', 'student'];
export declare const sessionTokenOptions: {
    readonly issuer: 'khmer-learning';
    readonly audience: 'console';
    readonly lifetimeSeconds: number;
    readonly cookie: 'session';
    readonly secureCookie: '__Host-session';
};
export declare const staffRoles: readonly ["admin", "teacher"];
export declare const trustedBrowserTokenOptions: {
    readonly issuer: 'khmer-learning';
    readonly audience: 'trusted-browser';
    readonly lifetimeSeconds: number;
    readonly cookie: 'trusted-browser';
    readonly secureCookie: '__Host-trusted-browser';
};
export declare const userTokenClaimsSchema: z.ZodObject<{
    sub: z.ZodString;
    jti: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
    email: z.ZodString;
    rights: z.ZodOptional<z.ZodObject<{
        canPublish: z.ZodBoolean;
        mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>;
    provedAt: z.ZodOptional<z.ZodNumber>;
    epoch: z.ZodNumber;
    iat: z.ZodNumber;
    exp: z.ZodNumber;
}, z.core.$strip>;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
export type Learner = z.infer<typeof learnerSchema>;
export type Principal = z.infer<typeof principalSchema>;
export type Rights = z.infer<typeof rightsSchema>;
export type Role = (typeof roles)[number];
export type UserTokenClaims = z.infer<typeof userTokenClaimsSchema>;
import { z } from 'zod';

// core/item-contract.ts
export declare const publishableItemFields: {
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        version: z.ZodNumber;
        savedAt: z.ZodString;
        savedBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>>;
    schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        action: z.ZodEnum<{
            publish: "publish";
            unpublish: "unpublish";
        }>;
        at: z.ZodString;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        isPinned: z.ZodBoolean;
        scheduledBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        failure: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>>;
    review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            requested: "requested";
        }>;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        requestedBy: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
        requestedAt: z.ZodString;
        message: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        answeredAt: z.ZodNullable<z.ZodString>;
        answer: z.ZodNullable<z.ZodString>;
        isStale: z.ZodBoolean;
    }, z.core.$strip>>>;
};
export declare function itemContract<const N extends ItemNames, Body extends z.ZodType, Patch extends z.ZodType, Item extends z.ZodType, Restored extends z.ZodType, Deleted extends z.ZodType, State extends z.ZodObject>(names: N, parts: {
    readonly body: Body;
    readonly patch: Patch;
    readonly item: Item;
    readonly restored: Restored;
    readonly deleted: Deleted;
    readonly state: State;
}): {
    label: string;
    messages: {
        created: string;
        updated: string;
        deleted: string;
        createFailed: string;
        updateFailed: string;
        deleteFailed: string;
    };
    event: {
        readonly service: N["service"];
        readonly entity: N["entity"];
        readonly keepsVersions: true;
        readonly state: State;
    };
    create: {
        readonly service: N["service"];
        readonly access: 'session';
        readonly id: `${N['id']}.create`;
        readonly method: "POST";
        readonly path: N["path"];
        readonly summary: `Create a ${string}`;
        readonly body: Body;
        readonly response: Item;
        readonly status: 201;
    };
    update: {
        readonly service: N["service"];
        readonly access: 'session';
        readonly id: `${N['id']}.update`;
        readonly method: "PATCH";
        readonly path: `${N["path"]}/:id`;
        readonly summary: `Update a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: Patch;
        readonly response: Item;
    };
    delete: {
        readonly service: N["service"];
        readonly access: 'session';
        readonly id: `${N['id']}.delete`;
        readonly method: "DELETE";
        readonly path: `${N["path"]}/:id`;
        readonly summary: `Delete a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: Deleted;
    };
    suggestSearch: {
        readonly id: `${string}.suggestSearch`;
        readonly service: N["service"];
        readonly method: "GET";
        readonly path: `${string}/search-suggestion`;
        readonly access: "session";
        readonly summary: `The search that was meant by one that finds no ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            searchFor: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    versions: {
        list: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.versions`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions`;
            readonly summary: `Versions of a ${string}, newest first`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
                track: z.ZodOptional<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
                before: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    version: z.ZodNumber;
                    track: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPublished: z.ZodOptional<z.ZodBoolean>;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    action: z.ZodEnum<{
                        autosaved: "autosaved";
                        created: "created";
                        deleted: "deleted";
                        discarded: "discarded";
                        published: "published";
                        restored: "restored";
                        unpublished: "unpublished";
                        updated: "updated";
                    }>;
                    changedFields: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
                next: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        get: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.version`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions/:version`;
            readonly summary: `A ${string} as it was at one version`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: Item;
        };
        restore: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.restoreVersion`;
            readonly method: "POST";
            readonly path: `${string}/:id/versions/:version/restore`;
            readonly summary: `Restore a version of a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: Item;
        };
    };
    deleted: {
        list: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.deleted`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Deleted ${string} that can be restored`;
            readonly query: z.ZodObject<{
                limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                total: z.ZodNumber;
                totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    deletedAt: z.ZodString;
                    deletedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    deletedWith: z.ZodNullable<z.ZodObject<{
                        type: z.ZodEnum<{
                            lesson: "lesson";
                            "lesson-type": "lesson-type";
                            "main-lesson": "main-lesson";
                        }>;
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                    expiresAt: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.restoreDeleted`;
            readonly method: "POST";
            readonly path: `${string}/:id/restore`;
            readonly summary: `Restore a deleted ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: Restored;
        };
    };
    comments: {
        list: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.comments`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                threads: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                        field: z.ZodString;
                    }, z.core.$strip>, z.ZodObject<{
                        section: z.ZodArray<z.ZodString>;
                        row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>]>>;
                    comments: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        author: z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>;
                        text: z.ZodString;
                        mentions: z.ZodArray<z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>>;
                        createdAt: z.ZodString;
                        editedAt: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    resolvedAt: z.ZodNullable<z.ZodString>;
                    resolvedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        people: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly id: `${string}.commentPeople`;
            readonly method: "GET";
            readonly path: `${string}/comments/people`;
            readonly summary: `Who can be mentioned in a comment on a ${string}`;
            readonly query: z.ZodObject<{
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                people: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        create: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.comment`;
            readonly method: "POST";
            readonly path: string;
            readonly summary: `Comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
                anchor: z.ZodDefault<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strict>, z.ZodObject<{
                    section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
                    row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
                }, z.core.$strict>]>>>;
            }, z.core.$strip>;
            readonly status: 201;
        };
        reply: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.replyToComment`;
            readonly method: "POST";
            readonly path: `${string}/replies`;
            readonly summary: `Reply to a comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        edit: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.editComment`;
            readonly method: "PATCH";
            readonly summary: `Edit a comment on a ${string}`;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
        };
        delete: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.deleteComment`;
            readonly method: "DELETE";
            readonly summary: `Delete a comment on a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        resolve: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.resolveComments`;
            readonly method: "POST";
            readonly path: `${string}/resolve`;
            readonly summary: `Resolve a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
        reopen: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.reopenComments`;
            readonly method: "POST";
            readonly path: `${string}/reopen`;
            readonly summary: `Reopen a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
    };
};
export declare function publishingContract<const N extends ItemNames, Contents extends z.ZodObject, Stored extends z.ZodObject, Item extends z.ZodType>(names: N, parts: {
    readonly contents: Contents;
    readonly stored: Stored;
    readonly item: Item;
}): {
    workingCopyEvent: {
        readonly service: N["service"];
        readonly entity: `${N["entity"]}-working-copy`;
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            baseVersion: z.ZodNumber;
            savedAt: z.ZodString;
            contents: z.ZodObject<{}, z.core.$loose>;
        }, z.core.$strip>;
    };
    workingCopy: {
        get: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.workingCopy`;
            readonly method: "GET";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `The working copy of a published ${string}`;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: Stored;
            }, z.core.$strip>;
        };
        save: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.saveWorkingCopy`;
            readonly method: "PUT";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Save a working copy of a published ${string}`;
            readonly body: z.ZodObject<{
                baseVersion: z.ZodOptional<z.ZodNumber>;
                contents: Contents;
                isAutosave: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: Stored;
            }, z.core.$strip>;
        };
        publish: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.publishWorkingCopy`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/working-copy/publish`;
            readonly summary: `Publish the working copy of a ${string}`;
            readonly body: z.ZodObject<{
                overwrite: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>;
            readonly response: Item;
        };
        discard: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.discardWorkingCopy`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Discard the working copy of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    schedule: {
        set: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.schedule`;
            readonly permission: "publish";
            readonly method: "PUT";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at a time`;
            readonly body: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodISODateTime;
                version: z.ZodNumber;
                isPinned: z.ZodDefault<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        move: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.moveSchedule`;
            readonly permission: "publish";
            readonly method: "PATCH";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at another time`;
            readonly body: z.ZodObject<{
                at: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.schedules`;
            readonly service: N["service"];
            readonly method: "GET";
            readonly path: `${string}/schedules`;
            readonly access: "session";
            readonly summary: `What is scheduled, by ${string}`;
            readonly query: z.ZodObject<{
                from: z.ZodISODateTime;
                until: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
        cancel: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.cancelSchedule`;
            readonly permission: "publish";
            readonly method: "DELETE";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Cancel the schedule of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    review: {
        request: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.requestReview`;
            readonly method: "PUT";
            readonly path: `${string}/:id/review`;
            readonly summary: `Ask for a review of a ${string}`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodDefault<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        withdraw: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.withdrawReview`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/review`;
            readonly summary: `Withdraw the review of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        askForChanges: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.askForChanges`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/changes`;
            readonly summary: `Ask the author of a ${string} for changes`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodString;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        grant: {
            readonly service: N["service"];
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.grantReview`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/publish`;
            readonly summary: `Publish a ${string} that was reviewed`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.reviews`;
            readonly service: N["service"];
            readonly method: "GET";
            readonly path: `${string}/reviews`;
            readonly access: "session";
            readonly summary: `What waits for a review, by ${string}`;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
    };
};
export interface ItemNames {
    readonly service: 'content' | 'quizzes';
    readonly entity: string;
    readonly id: string;
    readonly path: string;
    readonly deletedPath: string;
    readonly label: readonly [one: string, many: string];
    readonly created?: string;
}
import { z } from 'zod';

// core/item-edits.ts
declare const itemEditsSchema: z.ZodObject<{
    id: z.ZodNumber;
    state: z.ZodEnum<{
        applied: "applied";
        applying: "applying";
        failed: "failed";
        stopped: "stopped";
        undoing: "undoing";
        undone: "undone";
    }>;
    change: z.ZodEnum<{
        deleted: "deleted";
        edited: "edited";
        published: "published";
        unpublished: "unpublished";
    }>;
    items: z.ZodNumber;
    done: z.ZodNumber;
    problem: z.ZodNullable<z.ZodString>;
    titles: z.ZodString;
    createdAt: z.ZodString;
}, z.core.$strip>;
export declare const itemEditLimits: {
    readonly items: 1000;
    readonly atOnce: 50;
    readonly listed: 5;
};
export declare const itemEditMessages: {
    readonly items: 'Choose what to edit';
    readonly tooMany: "At most 1000 items can be edited together";
    readonly twice: 'Each item can be edited once';
    readonly nothing: 'Nothing is to be changed';
    readonly deletedOnly: 'What is deleted cannot be changed as well';
    readonly refused: 'Nothing was changed: some items cannot be edited now';
    readonly hasWorkingCopy: 'This has changes that are not published. Edit it in its form';
    readonly failed: 'Nothing was changed because of an error. Try again later';
    readonly tooManyOpen: 'Wait until an edit or an import is finished. At most 5 can be under way';
    readonly notUndoable: 'This edit cannot be undone';
};
export declare const itemEditStates: readonly ['applying', 'applied', 'undoing', 'undone', 'failed', 'stopped'];
export declare function itemEditEndpoints<const S extends 'content' | 'quizzes', const P extends `/api/${string}`, Fields extends z.ZodRawShape>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: P;
    readonly label: string;
    readonly fields: z.ZodObject<Fields>;
}): {
    create: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: z.ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: z.ZodNumber;
            done: z.ZodNumber;
            problem: z.ZodNullable<z.ZodString>;
            titles: z.ZodString;
            createdAt: z.ZodString;
        }, z.core.$strip>;
        readonly id: `${string}.create`;
        readonly method: "POST";
        readonly path: P;
        readonly summary: `Edit or delete many ${string}, all of them or none`;
        readonly body: z.ZodObject<{
            edits: z.ZodArray<z.ZodObject<(keyof Fields & ("deleted" | "id" | "version") extends never ? Fields & {
                id: z.ZodNumber;
                version: z.ZodNumber;
                deleted: z.ZodOptional<z.ZodLiteral<true>>;
            } : { [K in keyof Fields as K extends "deleted" | "id" | "version" ? never : K]: Fields[K]; } & {
                id: z.ZodNumber;
                version: z.ZodNumber;
                deleted: z.ZodOptional<z.ZodLiteral<true>>;
            }) extends infer T ? { [k in keyof T]: T[k]; } : never, z.core.$strip>>;
        }, z.core.$strip>;
        readonly bodyLimit: number;
        readonly status: 201;
    };
    list: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.list`;
        readonly method: "GET";
        readonly path: P;
        readonly summary: `The last edits of many ${string} that can be undone`;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    failed: "failed";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                change: z.ZodEnum<{
                    deleted: "deleted";
                    edited: "edited";
                    published: "published";
                    unpublished: "unpublished";
                }>;
                items: z.ZodNumber;
                done: z.ZodNumber;
                problem: z.ZodNullable<z.ZodString>;
                titles: z.ZodString;
                createdAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: z.ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: z.ZodNumber;
            done: z.ZodNumber;
            problem: z.ZodNullable<z.ZodString>;
            titles: z.ZodString;
            createdAt: z.ZodString;
        }, z.core.$strip>;
        readonly id: `${string}.get`;
        readonly method: "GET";
        readonly path: `${P}/:id`;
        readonly summary: `State and progress of an edit of many ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    };
    undo: {
        readonly service: S;
        readonly access: 'session';
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: z.ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: z.ZodNumber;
            done: z.ZodNumber;
            problem: z.ZodNullable<z.ZodString>;
            titles: z.ZodString;
            createdAt: z.ZodString;
        }, z.core.$strip>;
        readonly id: `${string}.undo`;
        readonly method: "POST";
        readonly path: `${P}/:id/undo`;
        readonly summary: `Undo or cancel an edit of many ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    };
};
export type ItemEdits = z.infer<typeof itemEditsSchema>;
import { z } from 'zod';

// core/match-items.ts
export declare function matchItems<Item>(itemsOfOne: readonly Item[], itemsOfOther: readonly Item[], options: ItemMatching<Item>, byPlace: boolean): Map<number, number>;
export interface ItemMatching<Item> {
    readonly idOf?: (item: Item) => unknown;
    readonly keys?: readonly ((item: Item) => unknown)[];
}

// core/nats-configuration.ts
export declare function renderNatsConfiguration(options: NatsConfigurationOptions): string;
export interface NatsConfigurationOptions {
    readonly passwords: readonly (readonly [service: ServiceName, password: string])[];
    readonly remotes?: readonly (RemoteEvents & {
        readonly password: string;
    })[];
    readonly operator: NatsUser;
    readonly server: string;
}
export interface NatsUser {
    readonly user: string;
    readonly password: string;
}
import type { RemoteEvents } from './remote-events.ts';
import type { ServiceName } from './endpoint.ts';

// core/nats-permissions.ts
export declare const natsDurables: readonly NatsDurable[];
export declare const presenceSubject = "gateway.presence";
export declare const rateLimitSubject = "gateway.rate-limit";
export declare const remoteReleasesBucket = "remote-releases";
export declare function natsInboxPrefix(user: string): string;
export declare function natsPermissions(service: ServiceName): NatsPermissions;
export interface NatsDurable {
    readonly service: ServiceName;
    readonly durable: string;
    readonly stream: string;
    readonly filterSubject: string;
}
export interface NatsPermissions {
    readonly publish: readonly string[];
    readonly subscribe: readonly string[];
    readonly answer: readonly string[];
}
import type { ServiceName } from './endpoint.ts';

// core/past-call.ts
export interface PastCall {
    readonly id: number;
    readonly at: number;
    readonly principal: Principal;
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly url: string;
    readonly body?: object;
}
export interface PastCallAnswer {
    readonly id: number;
    readonly status: number;
    readonly body: string;
}
import type { Principal } from './identity.ts';

// core/recordings.ts
export declare const recordingFilePattern: RegExp;
export declare const recordingLanguages: readonly ['en', 'km'];
export declare const recordingLimits: {
    readonly perSection: 400;
    readonly perQuestion: 20;
};
export declare const recordingMessages: {
    readonly text: 'Recorded text is required';
    readonly file: 'Recording must be an uploaded recording';
    readonly list: 'Recordings must be a list';
};
export declare const recordingSchema: z.ZodObject<{
    language: z.ZodEnum<{
        en: "en";
        km: "km";
    }>;
    text: z.ZodString;
    file: z.ZodString;
}, z.core.$strip>;
export declare const recordingUrlsSchema: z.ZodObject<{
    en: z.ZodNullable<z.ZodString>;
    km: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const recordingsField: (max: number) => z.ZodOptional<z.ZodArray<z.ZodObject<{
    language: z.ZodEnum<{
        en: "en";
        km: "km";
    }>;
    text: z.ZodString;
    file: z.ZodString;
}, z.core.$strip>>>;
export declare const staleRecordingsFilter: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"stale" | undefined, string | undefined>>;
export declare function hasStaleRecording(recordings: readonly Recording[] | undefined, textsOf: (language: RecordingLanguage) => readonly string[]): boolean;
export declare function recordingFinder(recordings?: readonly Recording[]): (language: RecordingLanguage, text: string) => string | null;
export declare function recordingKey(language: RecordingLanguage, text: string): string;
export type Recording = z.infer<typeof recordingSchema>;
export type RecordingLanguage = (typeof recordingLanguages)[number];
export type RecordingUrls = z.infer<typeof recordingUrlsSchema>;
import { z } from 'zod';

// core/remote-api.ts
export declare const remoteApi: {
    GET: {
        readonly id: "remoteApi.GET";
        readonly service: "gateway";
        readonly method: "GET";
        readonly path: "/api/remotes/:remote/*";
        readonly access: "session";
        readonly summary: "Call the own backend of a remote";
        readonly params: z.ZodObject<{
            remote: z.ZodString;
            '*': z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodUnknown;
        readonly responseTimeoutMs: 10000;
    };
    POST: {
        readonly id: "remoteApi.POST";
        readonly service: "gateway";
        readonly method: "POST";
        readonly path: "/api/remotes/:remote/*";
        readonly access: "session";
        readonly summary: "Call the own backend of a remote";
        readonly params: z.ZodObject<{
            remote: z.ZodString;
            '*': z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodUnknown;
        readonly responseTimeoutMs: 10000;
    };
    PUT: {
        readonly id: "remoteApi.PUT";
        readonly service: "gateway";
        readonly method: "PUT";
        readonly path: "/api/remotes/:remote/*";
        readonly access: "session";
        readonly summary: "Call the own backend of a remote";
        readonly params: z.ZodObject<{
            remote: z.ZodString;
            '*': z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodUnknown;
        readonly responseTimeoutMs: 10000;
    };
    PATCH: {
        readonly id: "remoteApi.PATCH";
        readonly service: "gateway";
        readonly method: "PATCH";
        readonly path: "/api/remotes/:remote/*";
        readonly access: "session";
        readonly summary: "Call the own backend of a remote";
        readonly params: z.ZodObject<{
            remote: z.ZodString;
            '*': z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodUnknown;
        readonly responseTimeoutMs: 10000;
    };
    DELETE: {
        readonly id: "remoteApi.DELETE";
        readonly service: "gateway";
        readonly method: "DELETE";
        readonly path: "/api/remotes/:remote/*";
        readonly access: "session";
        readonly summary: "Call the own backend of a remote";
        readonly params: z.ZodObject<{
            remote: z.ZodString;
            '*': z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodUnknown;
        readonly responseTimeoutMs: 10000;
    };
};
export declare const remoteApiLimits: {
    readonly responseBytes: number;
    readonly timeoutMs: 10000;
    readonly wholeCallMs: 60000;
    readonly callsAtOnce: 20;
    readonly callsPerMinute: 300;
};
export declare const remoteTokenAudience: (remote: string) => string;
export declare const remoteTokenClaimsSchema: z.ZodObject<{
    iss: z.ZodLiteral<"khmer-learning-console">;
    aud: z.ZodString;
    sub: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>;
    name: z.ZodOptional<z.ZodString>;
    iat: z.ZodNumber;
    exp: z.ZodNumber;
}, z.core.$strip>;
export declare const remoteTokenKeysPath = "/.well-known/jwks.json";
export declare const remoteTokenOptions: {
    readonly issuer: 'khmer-learning-console';
    readonly lifetimeSeconds: 30;
};
export type RemoteTokenClaims = z.infer<typeof remoteTokenClaimsSchema>;
import { z } from 'zod';

// core/remote-events.ts
export declare const remoteConsumerPrefix = "remote_";
export declare const remoteEventsSchema: z.ZodDefault<z.ZodPipe<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>>, z.ZodTransform<readonly RemoteEvents[], string[]>>>;
export declare const remoteNatsUser: (remote: string) => string;
export declare function remoteConsumersOf(options: RemoteEvents): RemoteConsumer[];
export interface RemoteConsumer {
    readonly stream: string;
    readonly durable: string;
    readonly filterSubject: string;
    readonly deliverSubject: string;
}
export interface RemoteEvents {
    readonly remote: string;
    readonly entities: readonly string[];
}
import { z } from 'zod';

// core/remotes.ts
declare const listedRemoteSchema: z.ZodObject<{
    name: z.ZodString;
    entry: z.ZodOptional<z.ZodString>;
    manifest: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    flags: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodBoolean>>;
    problem: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
declare const remoteProblemSchema: z.ZodObject<{
    name: z.ZodString;
    problem: z.ZodString;
}, z.core.$strip>;
export declare const registryProblemName = "REMOTES";
export declare const remotesSchema: z.ZodObject<{
    remotes: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        entry: z.ZodOptional<z.ZodString>;
        manifest: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
        flags: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodBoolean>>;
        problem: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    problems: z.ZodDefault<z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        problem: z.ZodString;
    }, z.core.$strip>>>;
    shell: z.ZodOptional<z.ZodObject<{
        build: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const reservedPagePaths: readonly string[];
export declare const shellViewIds: {
    readonly dashboard: 'dashboard';
    readonly consoleHealth: 'console-health';
};
export type ListedRemote = z.infer<typeof listedRemoteSchema>;
export type RemoteRegistryProblem = z.infer<typeof remoteProblemSchema>;
import { z } from 'zod';

// core/republication.ts
export declare const eventOwners: readonly ["users", "content", "quizzes", "commerce"];
export declare const republicationId = 1;
export declare function republicationEvent<const S extends EventOwner>(service: S): {
    readonly service: S;
    readonly entity: "republication";
    readonly state: z.ZodObject<{
        stream: z.ZodString;
    }, z.core.$strip>;
};
export declare function republishSubject(service: EventOwner): string;
export type EventOwner = (typeof eventOwners)[number];
import { z } from 'zod';

// core/reviews.ts
declare const reviewedItemSchema: z.ZodObject<{
    state: z.ZodEnum<{
        "changes-requested": "changes-requested";
        requested: "requested";
    }>;
    version: z.ZodNumber;
    of: z.ZodEnum<{
        item: "item";
        "working-copy": "working-copy";
    }>;
    requestedBy: z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>;
    requestedAt: z.ZodString;
    message: z.ZodString;
    answeredBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    answeredAt: z.ZodNullable<z.ZodString>;
    answer: z.ZodNullable<z.ZodString>;
    id: z.ZodNumber;
    title: z.ZodString;
}, z.core.$strip>;
export declare const contentReviewEvent: {
    readonly service: "content";
    readonly entity: "review";
    readonly state: z.ZodObject<{
        id: z.ZodString;
        item: z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            granted: "granted";
            requested: "requested";
        }>;
        requestedBy: z.ZodNumber;
        requestedAt: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodNumber>;
        answeredAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare const quizReviewEvent: {
    readonly service: "quizzes";
    readonly entity: "review";
    readonly state: z.ZodObject<{
        id: z.ZodString;
        item: z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>;
        mainLessonId: z.ZodNullable<z.ZodNumber>;
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            granted: "granted";
            requested: "requested";
        }>;
        requestedBy: z.ZodNumber;
        requestedAt: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodNumber>;
        answeredAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare const reviewEventOf: (service: ServiceName) => ReviewEvent;
export declare const reviewEvents: {
    readonly content: {
        readonly service: "content";
        readonly entity: "review";
        readonly state: z.ZodObject<{
            id: z.ZodString;
            item: z.ZodObject<{
                entity: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>;
            mainLessonId: z.ZodNullable<z.ZodNumber>;
            state: z.ZodEnum<{
                "changes-requested": "changes-requested";
                granted: "granted";
                requested: "requested";
            }>;
            requestedBy: z.ZodNumber;
            requestedAt: z.ZodString;
            answeredBy: z.ZodNullable<z.ZodNumber>;
            answeredAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    readonly quizzes: {
        readonly service: "quizzes";
        readonly entity: "review";
        readonly state: z.ZodObject<{
            id: z.ZodString;
            item: z.ZodObject<{
                entity: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>;
            mainLessonId: z.ZodNullable<z.ZodNumber>;
            state: z.ZodEnum<{
                "changes-requested": "changes-requested";
                granted: "granted";
                requested: "requested";
            }>;
            requestedBy: z.ZodNumber;
            requestedAt: z.ZodString;
            answeredBy: z.ZodNullable<z.ZodNumber>;
            answeredAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
};
export declare const reviewLimits: {
    readonly message: 1000;
    readonly listed: 500;
    readonly reviewers: 50;
};
export declare const reviewMessages: {
    readonly nothing: 'There is nothing to review: everything is published already';
    readonly changes: 'Say what should change';
    readonly notRequester: 'Only who asked for the review, or may publish, can withdraw it';
    readonly withdrawn: 'The review was withdrawn';
    readonly granted: 'It was published';
    readonly over: 'Nobody asks for this review any more';
    readonly publishedBy: (name: string) => string;
    readonly answeredBy: (name: string) => string;
};
export declare const reviewSchema: z.ZodObject<{
    state: z.ZodEnum<{
        "changes-requested": "changes-requested";
        requested: "requested";
    }>;
    version: z.ZodNumber;
    of: z.ZodEnum<{
        item: "item";
        "working-copy": "working-copy";
    }>;
    requestedBy: z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>;
    requestedAt: z.ZodString;
    message: z.ZodString;
    answeredBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    answeredAt: z.ZodNullable<z.ZodString>;
    answer: z.ZodNullable<z.ZodString>;
    isStale: z.ZodBoolean;
}, z.core.$strip>;
export declare function reviewEndpoints<const S extends 'content' | 'quizzes'>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: string;
    readonly label: string;
}): {
    request: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.requestReview`;
        readonly method: "PUT";
        readonly path: `${string}/:id/review`;
        readonly summary: `Ask for a review of a ${string}`;
        readonly body: z.ZodObject<{
            version: z.ZodNumber;
            message: z.ZodDefault<z.ZodString>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            state: z.ZodEnum<{
                "changes-requested": "changes-requested";
                requested: "requested";
            }>;
            version: z.ZodNumber;
            of: z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>;
            requestedBy: z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>;
            requestedAt: z.ZodString;
            message: z.ZodString;
            answeredBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
            answeredAt: z.ZodNullable<z.ZodString>;
            answer: z.ZodNullable<z.ZodString>;
            isStale: z.ZodBoolean;
        }, z.core.$strip>;
    };
    withdraw: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.withdrawReview`;
        readonly method: "DELETE";
        readonly path: `${string}/:id/review`;
        readonly summary: `Withdraw the review of a ${string}`;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    askForChanges: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.askForChanges`;
        readonly permission: "publish";
        readonly method: "POST";
        readonly path: `${string}/:id/review/changes`;
        readonly summary: `Ask the author of a ${string} for changes`;
        readonly body: z.ZodObject<{
            version: z.ZodNumber;
            message: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            state: z.ZodEnum<{
                "changes-requested": "changes-requested";
                requested: "requested";
            }>;
            version: z.ZodNumber;
            of: z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>;
            requestedBy: z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>;
            requestedAt: z.ZodString;
            message: z.ZodString;
            answeredBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
            answeredAt: z.ZodNullable<z.ZodString>;
            answer: z.ZodNullable<z.ZodString>;
            isStale: z.ZodBoolean;
        }, z.core.$strip>;
    };
    grant: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.grantReview`;
        readonly permission: "publish";
        readonly method: "POST";
        readonly path: `${string}/:id/review/publish`;
        readonly summary: `Publish a ${string} that was reviewed`;
        readonly body: z.ZodObject<{
            version: z.ZodNumber;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    list: {
        readonly id: `${string}.reviews`;
        readonly service: S;
        readonly method: "GET";
        readonly path: `${string}/reviews`;
        readonly access: "session";
        readonly summary: `What waits for a review, by ${string}`;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>>;
            isComplete: z.ZodBoolean;
        }, z.core.$strip>;
    };
};
export type Review = z.infer<typeof reviewSchema>;
export type ReviewEndpoints = ReturnType<typeof reviewEndpoints<'content' | 'quizzes'>>;
export type ReviewEvent = (typeof reviewEvents)[keyof typeof reviewEvents];
export type ReviewedItem = z.infer<typeof reviewedItemSchema>;
import type { ServiceName } from './endpoint.ts';
import { z } from 'zod';

// core/schedules.ts
declare const scheduledItemSchema: z.ZodObject<{
    action: z.ZodEnum<{
        publish: "publish";
        unpublish: "unpublish";
    }>;
    at: z.ZodString;
    version: z.ZodNumber;
    of: z.ZodEnum<{
        item: "item";
        "working-copy": "working-copy";
    }>;
    isPinned: z.ZodBoolean;
    scheduledBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    failure: z.ZodNullable<z.ZodString>;
    id: z.ZodNumber;
    title: z.ZodString;
}, z.core.$strip>;
export declare const maxListedSchedules = 500;
export declare const pendingStatuses: readonly ['scheduled', 'changed', 'review'];
export declare const scheduleActions: readonly ['publish', 'unpublish'];
export declare const scheduleMessages: {
    readonly past: 'Choose a time in the future';
    readonly isPublished: 'There is nothing to publish: everything is published already';
    readonly isDraft: 'There is nothing to unpublish: it is a draft';
    readonly cancelled: 'The schedule was cancelled';
    readonly dead: 'It has failed too often. An administrator can have it tried again.';
};
export declare const scheduleSchema: z.ZodObject<{
    action: z.ZodEnum<{
        publish: "publish";
        unpublish: "unpublish";
    }>;
    at: z.ZodString;
    version: z.ZodNumber;
    of: z.ZodEnum<{
        item: "item";
        "working-copy": "working-copy";
    }>;
    isPinned: z.ZodBoolean;
    scheduledBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    failure: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare function scheduleEndpoints<const S extends 'content' | 'quizzes'>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: string;
    readonly label: string;
}): {
    set: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.schedule`;
        readonly permission: "publish";
        readonly method: "PUT";
        readonly path: `${string}/:id/schedule`;
        readonly summary: `Publish or unpublish a ${string} at a time`;
        readonly body: z.ZodObject<{
            action: z.ZodEnum<{
                publish: "publish";
                unpublish: "unpublish";
            }>;
            at: z.ZodISODateTime;
            version: z.ZodNumber;
            isPinned: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            action: z.ZodEnum<{
                publish: "publish";
                unpublish: "unpublish";
            }>;
            at: z.ZodString;
            version: z.ZodNumber;
            of: z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>;
            isPinned: z.ZodBoolean;
            scheduledBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
            failure: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    move: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.moveSchedule`;
        readonly permission: "publish";
        readonly method: "PATCH";
        readonly path: `${string}/:id/schedule`;
        readonly summary: `Publish or unpublish a ${string} at another time`;
        readonly body: z.ZodObject<{
            at: z.ZodISODateTime;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            action: z.ZodEnum<{
                publish: "publish";
                unpublish: "unpublish";
            }>;
            at: z.ZodString;
            version: z.ZodNumber;
            of: z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>;
            isPinned: z.ZodBoolean;
            scheduledBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
            failure: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    list: {
        readonly id: `${string}.schedules`;
        readonly service: S;
        readonly method: "GET";
        readonly path: `${string}/schedules`;
        readonly access: "session";
        readonly summary: `What is scheduled, by ${string}`;
        readonly query: z.ZodObject<{
            from: z.ZodISODateTime;
            until: z.ZodISODateTime;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>>;
            isComplete: z.ZodBoolean;
        }, z.core.$strip>;
    };
    cancel: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.cancelSchedule`;
        readonly permission: "publish";
        readonly method: "DELETE";
        readonly path: `${string}/:id/schedule`;
        readonly summary: `Cancel the schedule of a ${string}`;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export type PendingStatus = (typeof pendingStatuses)[number];
export type Schedule = z.infer<typeof scheduleSchema>;
export type ScheduleAction = (typeof scheduleActions)[number];
export type ScheduleEndpoints = ReturnType<typeof scheduleEndpoints<'content' | 'quizzes'>>;
export type ScheduledItem = z.infer<typeof scheduledItemSchema>;
import { z } from 'zod';

// core/suggest-search.ts
declare const matchedItem: z.ZodObject<{
    id: z.ZodNumber;
    text: z.ZodString;
    places: z.ZodArray<z.ZodObject<{
        start: z.ZodNumber;
        end: z.ZodNumber;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const maxMatchedItems = 100;
export declare function searchMatchesEndpoint<const S extends 'content' | 'quizzes', const I extends string, const P extends `/api/${string}`>(options: {
    readonly service: S;
    readonly id: I;
    readonly path: P;
    readonly label: readonly [one: string, many: string];
}): {
    readonly id: `${I}.searchMatches`;
    readonly service: S;
    readonly method: "GET";
    readonly path: `${P}/search-matches`;
    readonly access: "session";
    readonly summary: `The lines by which a search finds ${string}`;
    readonly query: z.ZodObject<{
        search: z.ZodString;
        ids: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            text: z.ZodString;
            places: z.ZodArray<z.ZodObject<{
                start: z.ZodNumber;
                end: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare function suggestSearchEndpoint<const S extends 'content' | 'quizzes'>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: string;
    readonly label: readonly [one: string, many: string];
}): {
    readonly id: `${string}.suggestSearch`;
    readonly service: S;
    readonly method: "GET";
    readonly path: `${string}/search-suggestion`;
    readonly access: "session";
    readonly summary: `The search that was meant by one that finds no ${string}`;
    readonly query: z.ZodObject<{
        search: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        searchFor: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export type MatchedItem = z.infer<typeof matchedItem>;
export type SearchMatchesEndpoint = ReturnType<typeof searchMatchesEndpoint<'content' | 'quizzes', string, `/api/${string}`>>;
export type SuggestSearchEndpoint = ReturnType<typeof suggestSearchEndpoint<'content' | 'quizzes'>>;
import { z } from 'zod';

// core/surrogate-keys.ts
export declare const surrogateKeys: {
    readonly lesson: (id: number) => string;
    readonly anyLesson: 'lesson:*';
    readonly lessonAccess: (id: number) => string;
    readonly lessons: 'lessons';
    readonly lessonTexts: 'lessons:texts';
    readonly lessonsOf: (mainLessonId: number) => string;
    readonly curriculum: 'curriculum';
    readonly mainLesson: (id: number) => string;
    readonly anyMainLesson: 'main-lesson:*';
    readonly mainLessonAccess: (id: number) => string;
    readonly mainLessons: 'main-lessons';
    readonly freeMainLessons: 'main-lessons:free';
    readonly lessonType: (id: number) => string;
    readonly lessonTypes: 'lesson-types';
    readonly quiz: (id: number) => string;
    readonly anyQuiz: 'quiz:*';
    readonly quizzes: 'quizzes';
    readonly quizTexts: 'quizzes:texts';
    readonly quizzesOf: (lessonId: number) => string;
    readonly purchasesOf: (learnerId: number) => string;
};
export declare function formatSurrogateKeys(keys: Iterable<string>): string;
export declare function keysOfRows(ids: Iterable<number>, key: (id: number) => string, any: string): string[];
export declare function parseSurrogateKeys(header: string | string[] | undefined): readonly string[] | undefined;

// core/versions.ts
declare const deletedItemSchema: z.ZodObject<{
    id: z.ZodNumber;
    title: z.ZodString;
    deletedAt: z.ZodString;
    deletedBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    deletedWith: z.ZodNullable<z.ZodObject<{
        type: z.ZodEnum<{
            lesson: "lesson";
            "lesson-type": "lesson-type";
            "main-lesson": "main-lesson";
        }>;
        id: z.ZodNumber;
        title: z.ZodString;
    }, z.core.$strip>>;
    expiresAt: z.ZodString;
}, z.core.$strip>;
declare const versionEntrySchema: z.ZodObject<{
    version: z.ZodNumber;
    track: z.ZodEnum<{
        item: "item";
        "working-copy": "working-copy";
    }>;
    isPublished: z.ZodOptional<z.ZodBoolean>;
    savedAt: z.ZodString;
    savedBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
    action: z.ZodEnum<{
        autosaved: "autosaved";
        created: "created";
        deleted: "deleted";
        discarded: "discarded";
        published: "published";
        restored: "restored";
        unpublished: "unpublished";
        updated: "updated";
    }>;
    changedFields: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
export declare const versionActions: readonly ['created', 'updated', 'autosaved', 'restored', 'published', 'discarded', 'unpublished', 'deleted'];
export declare const versionLimits: {
    readonly versions: 200;
    readonly days: 90;
    readonly deletedDays: 30;
    readonly endedWorkingCopyDays: 30;
};
export declare const versionTracks: readonly ['item', 'working-copy'];
export declare const versionUserSchema: z.ZodObject<{
    id: z.ZodNumber;
    name: z.ZodString;
}, z.core.$strip>;
export declare function versionEndpoints<const S extends 'content' | 'quizzes', Item extends z.ZodType, Restored extends z.ZodType>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: string;
    readonly deletedPath: string;
    readonly label: readonly [one: string, many: string];
    readonly item: Item;
    readonly restored: Restored;
}): {
    list: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.versions`;
        readonly method: "GET";
        readonly path: `${string}/:id/versions`;
        readonly summary: `Versions of a ${string}, newest first`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly query: z.ZodObject<{
            limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
            track: z.ZodOptional<z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>>;
            before: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                version: z.ZodNumber;
                track: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPublished: z.ZodOptional<z.ZodBoolean>;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                action: z.ZodEnum<{
                    autosaved: "autosaved";
                    created: "created";
                    deleted: "deleted";
                    discarded: "discarded";
                    published: "published";
                    restored: "restored";
                    unpublished: "unpublished";
                    updated: "updated";
                }>;
                changedFields: z.ZodArray<z.ZodString>;
            }, z.core.$strip>>;
            next: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.version`;
        readonly method: "GET";
        readonly path: `${string}/:id/versions/:version`;
        readonly summary: `A ${string} as it was at one version`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            version: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly query: z.ZodObject<{
            track: z.ZodDefault<z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>>;
        }, z.core.$strip>;
        readonly response: Item;
    };
    restore: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.restoreVersion`;
        readonly method: "POST";
        readonly path: `${string}/:id/versions/:version/restore`;
        readonly summary: `Restore a version of a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            version: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly query: z.ZodObject<{
            track: z.ZodDefault<z.ZodEnum<{
                item: "item";
                "working-copy": "working-copy";
            }>>;
        }, z.core.$strip>;
        readonly response: Item;
    };
    listDeleted: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.deleted`;
        readonly method: "GET";
        readonly path: string;
        readonly summary: `Deleted ${string} that can be restored`;
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            total: z.ZodNumber;
            totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                deletedAt: z.ZodString;
                deletedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                deletedWith: z.ZodNullable<z.ZodObject<{
                    type: z.ZodEnum<{
                        lesson: "lesson";
                        "lesson-type": "lesson-type";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                expiresAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    restoreDeleted: {
        readonly service: S;
        readonly access: 'session';
        readonly id: `${string}.restoreDeleted`;
        readonly method: "POST";
        readonly path: `${string}/:id/restore`;
        readonly summary: `Restore a deleted ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: Restored;
    };
};
export type DeletedItem = z.infer<typeof deletedItemSchema>;
export type VersionAction = (typeof versionActions)[number];
export type VersionEntry = z.infer<typeof versionEntrySchema>;
export type VersionTrack = (typeof versionTracks)[number];
import { z } from 'zod';

// core/working-copies.ts
export declare const workingCopyInfoSchema: z.ZodObject<{
    version: z.ZodNumber;
    savedAt: z.ZodString;
    savedBy: z.ZodNullable<z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare function workingCopyEndpoints<const S extends 'content' | 'quizzes', Contents extends z.ZodObject, Stored extends z.ZodObject, Item extends z.ZodType>(options: {
    readonly service: S;
    readonly id: string;
    readonly path: string;
    readonly label: string;
    readonly contents: Contents;
    readonly stored: Stored;
    readonly item: Item;
}): {
    get: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.workingCopy`;
        readonly method: "GET";
        readonly path: `${string}/:id/working-copy`;
        readonly summary: `The working copy of a published ${string}`;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            savedAt: z.ZodString;
            savedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
            baseVersion: z.ZodNumber;
            contents: Stored;
        }, z.core.$strip>;
    };
    save: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.saveWorkingCopy`;
        readonly method: "PUT";
        readonly path: `${string}/:id/working-copy`;
        readonly summary: `Save a working copy of a published ${string}`;
        readonly body: z.ZodObject<{
            baseVersion: z.ZodOptional<z.ZodNumber>;
            contents: Contents;
            isAutosave: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            savedAt: z.ZodString;
            savedBy: z.ZodNullable<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>>;
            baseVersion: z.ZodNumber;
            contents: Stored;
        }, z.core.$strip>;
    };
    publish: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.publishWorkingCopy`;
        readonly permission: "publish";
        readonly method: "POST";
        readonly path: `${string}/:id/working-copy/publish`;
        readonly summary: `Publish the working copy of a ${string}`;
        readonly body: z.ZodObject<{
            overwrite: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        readonly response: Item;
    };
    discard: {
        readonly service: S;
        readonly access: 'session';
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly id: `${string}.discardWorkingCopy`;
        readonly method: "DELETE";
        readonly path: `${string}/:id/working-copy`;
        readonly summary: `Discard the working copy of a ${string}`;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export declare function workingCopyEvent<const S extends 'content' | 'quizzes', const E extends string>(service: S, entity: E): {
    readonly service: S;
    readonly entity: `${E}-working-copy`;
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        baseVersion: z.ZodNumber;
        savedAt: z.ZodString;
        contents: z.ZodObject<{}, z.core.$loose>;
    }, z.core.$strip>;
};
export type WorkingCopyEvent = ReturnType<typeof workingCopyEvent>;
export type WorkingCopyInfo = z.infer<typeof workingCopyInfoSchema>;
import { z } from 'zod';

// endpoints.ts
export declare const endpoints: readonly Endpoint[];
export declare function endpointsOf(service: ServiceName): readonly Endpoint[];
import type { Endpoint } from './core/endpoint.ts';
import type { ServiceName } from './core/endpoint.ts';

// health/console-health.ts
declare const remoteApiHealthSchema: z.ZodObject<{
    name: z.ZodString;
    calls: z.ZodNumber;
    failures: z.ZodNumber;
    isOpen: z.ZodBoolean;
}, z.core.$strip>;
declare const serviceHealthSchema: z.ZodObject<{
    name: z.ZodEnum<{
        commerce: "commerce";
        content: "content";
        gateway: "gateway";
        media: "media";
        quizzes: "quizzes";
        stats: "stats";
        users: "users";
    }>;
    ready: z.ZodBoolean;
    instances: z.ZodArray<z.ZodObject<{
        condition: z.ZodEnum<{
            away: "away";
            degraded: "degraded";
            ready: "ready";
            stopping: "stopping";
        }>;
        failing: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const consoleHealthGet: {
    readonly id: "console.health";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/console/health";
    readonly access: "admin";
    readonly summary: "Status of the services";
    readonly response: z.ZodObject<{
        services: z.ZodArray<z.ZodObject<{
            name: z.ZodEnum<{
                commerce: "commerce";
                content: "content";
                gateway: "gateway";
                media: "media";
                quizzes: "quizzes";
                stats: "stats";
                users: "users";
            }>;
            ready: z.ZodBoolean;
            instances: z.ZodArray<z.ZodObject<{
                condition: z.ZodEnum<{
                    away: "away";
                    degraded: "degraded";
                    ready: "ready";
                    stopping: "stopping";
                }>;
                failing: z.ZodArray<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        remoteApis: z.ZodOptional<z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            calls: z.ZodNumber;
            failures: z.ZodNumber;
            isOpen: z.ZodBoolean;
        }, z.core.$strip>>>;
        deadEvents: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
};
export declare const instanceConditions: readonly ['ready', 'degraded', 'stopping', 'away'];
export type InstanceCondition = (typeof instanceConditions)[number];
export type RemoteApiHealth = z.infer<typeof remoteApiHealthSchema>;
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;
import { z } from 'zod';

// health/dead-jobs.ts
declare const commerce: {
    list: {
        readonly id: "deadJobs.commerce.list";
        readonly service: "commerce";
        readonly method: "GET";
        readonly path: "/api/dead-jobs/commerce";
        readonly access: "admin";
        readonly summary: "Background jobs that failed too often, up to 100 of each kind";
        readonly response: z.ZodObject<{
            jobs: z.ZodArray<z.ZodObject<{
                job: z.ZodString;
                id: z.ZodString;
                failures: z.ZodNumber;
                error: z.ZodNullable<z.ZodString>;
                failedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    retry: {
        readonly id: "deadJobs.commerce.retry";
        readonly service: "commerce";
        readonly method: "POST";
        readonly path: "/api/dead-jobs/commerce/retry";
        readonly access: "admin";
        readonly summary: "Retry a background job that failed too often";
        readonly body: z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
declare const content: {
    list: {
        readonly id: "deadJobs.content.list";
        readonly service: "content";
        readonly method: "GET";
        readonly path: "/api/dead-jobs/content";
        readonly access: "admin";
        readonly summary: "Background jobs that failed too often, up to 100 of each kind";
        readonly response: z.ZodObject<{
            jobs: z.ZodArray<z.ZodObject<{
                job: z.ZodString;
                id: z.ZodString;
                failures: z.ZodNumber;
                error: z.ZodNullable<z.ZodString>;
                failedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    retry: {
        readonly id: "deadJobs.content.retry";
        readonly service: "content";
        readonly method: "POST";
        readonly path: "/api/dead-jobs/content/retry";
        readonly access: "admin";
        readonly summary: "Retry a background job that failed too often";
        readonly body: z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
declare const deadJobSchema: z.ZodObject<{
    job: z.ZodString;
    id: z.ZodString;
    failures: z.ZodNumber;
    error: z.ZodNullable<z.ZodString>;
    failedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
declare const media: {
    list: {
        readonly id: "deadJobs.media.list";
        readonly service: "media";
        readonly method: "GET";
        readonly path: "/api/dead-jobs/media";
        readonly access: "admin";
        readonly summary: "Background jobs that failed too often, up to 100 of each kind";
        readonly response: z.ZodObject<{
            jobs: z.ZodArray<z.ZodObject<{
                job: z.ZodString;
                id: z.ZodString;
                failures: z.ZodNumber;
                error: z.ZodNullable<z.ZodString>;
                failedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    retry: {
        readonly id: "deadJobs.media.retry";
        readonly service: "media";
        readonly method: "POST";
        readonly path: "/api/dead-jobs/media/retry";
        readonly access: "admin";
        readonly summary: "Retry a background job that failed too often";
        readonly body: z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
declare const quizzes: {
    list: {
        readonly id: "deadJobs.quizzes.list";
        readonly service: "quizzes";
        readonly method: "GET";
        readonly path: "/api/dead-jobs/quizzes";
        readonly access: "admin";
        readonly summary: "Background jobs that failed too often, up to 100 of each kind";
        readonly response: z.ZodObject<{
            jobs: z.ZodArray<z.ZodObject<{
                job: z.ZodString;
                id: z.ZodString;
                failures: z.ZodNumber;
                error: z.ZodNullable<z.ZodString>;
                failedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    retry: {
        readonly id: "deadJobs.quizzes.retry";
        readonly service: "quizzes";
        readonly method: "POST";
        readonly path: "/api/dead-jobs/quizzes/retry";
        readonly access: "admin";
        readonly summary: "Retry a background job that failed too often";
        readonly body: z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
declare const users: {
    list: {
        readonly id: "deadJobs.users.list";
        readonly service: "users";
        readonly method: "GET";
        readonly path: "/api/dead-jobs/users";
        readonly access: "admin";
        readonly summary: "Background jobs that failed too often, up to 100 of each kind";
        readonly response: z.ZodObject<{
            jobs: z.ZodArray<z.ZodObject<{
                job: z.ZodString;
                id: z.ZodString;
                failures: z.ZodNumber;
                error: z.ZodNullable<z.ZodString>;
                failedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    retry: {
        readonly id: "deadJobs.users.retry";
        readonly service: "users";
        readonly method: "POST";
        readonly path: "/api/dead-jobs/users/retry";
        readonly access: "admin";
        readonly summary: "Retry a background job that failed too often";
        readonly body: z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export declare const contentDeadJobsList: {
    readonly id: "deadJobs.content.list";
    readonly service: "content";
    readonly method: "GET";
    readonly path: "/api/dead-jobs/content";
    readonly access: "admin";
    readonly summary: "Background jobs that failed too often, up to 100 of each kind";
    readonly response: z.ZodObject<{
        jobs: z.ZodArray<z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
            failures: z.ZodNumber;
            error: z.ZodNullable<z.ZodString>;
            failedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const contentDeadJobsRetry: {
    readonly id: "deadJobs.content.retry";
    readonly service: "content";
    readonly method: "POST";
    readonly path: "/api/dead-jobs/content/retry";
    readonly access: "admin";
    readonly summary: "Retry a background job that failed too often";
    readonly body: z.ZodObject<{
        job: z.ZodString;
        id: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const deadJobMessages: {
    readonly retried: 'The job will be retried';
};
export declare const fileDeadJobsList: {
    readonly id: "deadJobs.media.list";
    readonly service: "media";
    readonly method: "GET";
    readonly path: "/api/dead-jobs/media";
    readonly access: "admin";
    readonly summary: "Background jobs that failed too often, up to 100 of each kind";
    readonly response: z.ZodObject<{
        jobs: z.ZodArray<z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
            failures: z.ZodNumber;
            error: z.ZodNullable<z.ZodString>;
            failedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const fileDeadJobsRetry: {
    readonly id: "deadJobs.media.retry";
    readonly service: "media";
    readonly method: "POST";
    readonly path: "/api/dead-jobs/media/retry";
    readonly access: "admin";
    readonly summary: "Retry a background job that failed too often";
    readonly body: z.ZodObject<{
        job: z.ZodString;
        id: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const purchaseDeadJobsList: {
    readonly id: "deadJobs.commerce.list";
    readonly service: "commerce";
    readonly method: "GET";
    readonly path: "/api/dead-jobs/commerce";
    readonly access: "admin";
    readonly summary: "Background jobs that failed too often, up to 100 of each kind";
    readonly response: z.ZodObject<{
        jobs: z.ZodArray<z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
            failures: z.ZodNumber;
            error: z.ZodNullable<z.ZodString>;
            failedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const purchaseDeadJobsRetry: {
    readonly id: "deadJobs.commerce.retry";
    readonly service: "commerce";
    readonly method: "POST";
    readonly path: "/api/dead-jobs/commerce/retry";
    readonly access: "admin";
    readonly summary: "Retry a background job that failed too often";
    readonly body: z.ZodObject<{
        job: z.ZodString;
        id: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const quizDeadJobsList: {
    readonly id: "deadJobs.quizzes.list";
    readonly service: "quizzes";
    readonly method: "GET";
    readonly path: "/api/dead-jobs/quizzes";
    readonly access: "admin";
    readonly summary: "Background jobs that failed too often, up to 100 of each kind";
    readonly response: z.ZodObject<{
        jobs: z.ZodArray<z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
            failures: z.ZodNumber;
            error: z.ZodNullable<z.ZodString>;
            failedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const quizDeadJobsRetry: {
    readonly id: "deadJobs.quizzes.retry";
    readonly service: "quizzes";
    readonly method: "POST";
    readonly path: "/api/dead-jobs/quizzes/retry";
    readonly access: "admin";
    readonly summary: "Retry a background job that failed too often";
    readonly body: z.ZodObject<{
        job: z.ZodString;
        id: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const userDeadJobsList: {
    readonly id: "deadJobs.users.list";
    readonly service: "users";
    readonly method: "GET";
    readonly path: "/api/dead-jobs/users";
    readonly access: "admin";
    readonly summary: "Background jobs that failed too often, up to 100 of each kind";
    readonly response: z.ZodObject<{
        jobs: z.ZodArray<z.ZodObject<{
            job: z.ZodString;
            id: z.ZodString;
            failures: z.ZodNumber;
            error: z.ZodNullable<z.ZodString>;
            failedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const userDeadJobsRetry: {
    readonly id: "deadJobs.users.retry";
    readonly service: "users";
    readonly method: "POST";
    readonly path: "/api/dead-jobs/users/retry";
    readonly access: "admin";
    readonly summary: "Retry a background job that failed too often";
    readonly body: z.ZodObject<{
        job: z.ZodString;
        id: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export type DeadJob = z.infer<typeof deadJobSchema>;
export type DeadJobEndpoints = typeof users | typeof content | typeof quizzes | typeof commerce | typeof media;
import { z } from 'zod';

// health/remote-releases.ts
declare const remoteReleaseSchema: z.ZodObject<{
    build: z.ZodString;
    version: z.ZodString;
    liveSince: z.ZodString;
    people: z.ZodNumber;
    failedPeople: z.ZodNumber;
    withdrawn: z.ZodNullable<z.ZodObject<{
        at: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const remoteReleasesSchema: z.ZodObject<{
    name: z.ZodString;
    version: z.ZodNumber;
    current: z.ZodString;
    trial: z.ZodNullable<z.ZodObject<{
        build: z.ZodString;
        share: z.ZodNumber;
        since: z.ZodString;
        isFailing: z.ZodBoolean;
    }, z.core.$strip>>;
    releases: z.ZodArray<z.ZodObject<{
        build: z.ZodString;
        version: z.ZodString;
        liveSince: z.ZodString;
        people: z.ZodNumber;
        failedPeople: z.ZodNumber;
        withdrawn: z.ZodNullable<z.ZodObject<{
            at: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    flags: z.ZodRecord<z.ZodString, z.ZodNumber>;
}, z.core.$strip>;
export declare const browserReportKinds: readonly ['page-load', 'load', 'render', 'script'];
export declare const browserReportSend: {
    readonly id: "browserReports.send";
    readonly service: "gateway";
    readonly method: "POST";
    readonly path: "/api/console/browser-reports";
    readonly access: "public";
    readonly summary: "Report a page load or an error of a remote";
    readonly bodyLimit: 1024;
    readonly body: z.ZodObject<{
        remote: z.ZodString;
        build: z.ZodString;
        kind: z.ZodEnum<{
            load: "load";
            "page-load": "page-load";
            render: "render";
            script: "script";
        }>;
        error: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        counted: z.ZodBoolean;
    }, z.core.$strip>;
};
export declare const featureFlagNamePattern: RegExp;
export declare const maxFeatureFlags = 50;
export declare const maxRemoteReleases = 20;
export declare const remoteFlagSet: {
    readonly service: 'gateway';
    readonly access: 'admin';
    readonly id: "remoteReleases.flag";
    readonly method: "PUT";
    readonly path: "/api/console/releases/:name/flags/:flag";
    readonly summary: "Turn a feature flag of a remote on or off";
    readonly params: z.ZodObject<{
        name: z.ZodString;
        flag: z.ZodString;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        share: z.ZodNullable<z.ZodNumber>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        name: z.ZodString;
        version: z.ZodNumber;
        current: z.ZodString;
        trial: z.ZodNullable<z.ZodObject<{
            build: z.ZodString;
            share: z.ZodNumber;
            since: z.ZodString;
            isFailing: z.ZodBoolean;
        }, z.core.$strip>>;
        releases: z.ZodArray<z.ZodObject<{
            build: z.ZodString;
            version: z.ZodString;
            liveSince: z.ZodString;
            people: z.ZodNumber;
            failedPeople: z.ZodNumber;
            withdrawn: z.ZodNullable<z.ZodObject<{
                at: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        flags: z.ZodRecord<z.ZodString, z.ZodNumber>;
    }, z.core.$strip>;
};
export declare const remoteReleaseLive: {
    readonly service: 'gateway';
    readonly access: 'admin';
    readonly id: "remoteReleases.live";
    readonly method: "PUT";
    readonly path: "/api/console/releases/:name/live";
    readonly summary: "Give a release of a remote to all browsers or a share of them";
    readonly params: z.ZodObject<{
        name: z.ZodString;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        build: z.ZodString;
        share: z.ZodNumber;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        name: z.ZodString;
        version: z.ZodNumber;
        current: z.ZodString;
        trial: z.ZodNullable<z.ZodObject<{
            build: z.ZodString;
            share: z.ZodNumber;
            since: z.ZodString;
            isFailing: z.ZodBoolean;
        }, z.core.$strip>>;
        releases: z.ZodArray<z.ZodObject<{
            build: z.ZodString;
            version: z.ZodString;
            liveSince: z.ZodString;
            people: z.ZodNumber;
            failedPeople: z.ZodNumber;
            withdrawn: z.ZodNullable<z.ZodObject<{
                at: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        flags: z.ZodRecord<z.ZodString, z.ZodNumber>;
    }, z.core.$strip>;
};
export declare const remoteReleasesList: {
    readonly service: 'gateway';
    readonly access: 'admin';
    readonly id: "remoteReleases.list";
    readonly method: "GET";
    readonly path: "/api/console/releases";
    readonly summary: "Releases and feature flags of the remotes";
    readonly response: z.ZodObject<{
        remotes: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            version: z.ZodNumber;
            current: z.ZodString;
            trial: z.ZodNullable<z.ZodObject<{
                build: z.ZodString;
                share: z.ZodNumber;
                since: z.ZodString;
                isFailing: z.ZodBoolean;
            }, z.core.$strip>>;
            releases: z.ZodArray<z.ZodObject<{
                build: z.ZodString;
                version: z.ZodString;
                liveSince: z.ZodString;
                people: z.ZodNumber;
                failedPeople: z.ZodNumber;
                withdrawn: z.ZodNullable<z.ZodObject<{
                    at: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            flags: z.ZodRecord<z.ZodString, z.ZodNumber>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export type BrowserReportKind = (typeof browserReportKinds)[number];
export type RemoteRelease = z.infer<typeof remoteReleaseSchema>;
export type RemoteReleases = z.infer<typeof remoteReleasesSchema>;
import { z } from 'zod';

// index.ts
export * from './audit/audit.ts';
export * from './commerce/internal.endpoints.ts';
export * from './commerce/purchase.ts';
export * from './content/content-release.ts';
export * from './content/learner-courses.ts';
export * from './content/lesson-edits.ts';
export * from './content/preview-link.ts';
export * from './content/pronunciation.ts';
export * from './content/section-html.ts';
export * from './content/word.ts';
export * from './core/comments.ts';
export * from './core/endpoint.ts';
export * from './core/entity-name.ts';
export * from './core/event.ts';
export * from './core/fields-of-items.ts';
export * from './core/fields.ts';
export * from './core/http.ts';
export * from './core/identity.ts';
export * from './core/item-contract.ts';
export * from './core/item-edits.ts';
export * from './core/match-items.ts';
export * from './core/nats-configuration.ts';
export * from './core/nats-permissions.ts';
export * from './core/past-call.ts';
export * from './core/recordings.ts';
export * from './core/remote-api.ts';
export * from './core/remote-events.ts';
export * from './core/remotes.ts';
export * from './core/republication.ts';
export * from './core/reviews.ts';
export * from './core/schedules.ts';
export * from './core/suggest-search.ts';
export * from './core/surrogate-keys.ts';
export * from './core/versions.ts';
export * from './core/working-copies.ts';
export * from './endpoints.ts';
export * from './health/console-health.ts';
export * from './health/dead-jobs.ts';
export * from './health/remote-releases.ts';
export * from './items.ts';
export * from './media/media.ts';
export * from './messages.ts';
export * from './presence/presence.ts';
export * from './quizzes/judge-answers.ts';
export * from './quizzes/learner-answers.ts';
export * from './quizzes/quiz-edits.ts';
export * from './quizzes/quiz-results.ts';
export * from './stats/analytics.ts';
export * from './stats/dashboard.ts';
export * from './transfer/csv-formula.ts';
export * from './transfer/import.ts';
export * from './users/account.endpoints.ts';
export * from './users/api-keys.endpoints.ts';
export * from './users/auth.endpoints.ts';
export * from './users/internal.endpoints.ts';
export * from './users/learners.ts';
export * from './users/list-views.ts';
export * from './users/notifications.ts';
export * from './users/page-state.ts';
export * from './users/passkeys.ts';
export * from './users/privacy-policy.ts';
export * from './users/remote-settings.ts';
export * from './users/school-account.ts';
export * from './users/second-factor-policy.ts';
export * from './users/second-factor.ts';
export * from './users/user-agent.ts';
export * from './users/user.ts';
export * from './users/users.endpoints.ts';
export * from './users/users.events.ts';
export * from './users/webhooks.ts';
export * from './v1/content.ts';
export * from './v1/docs.ts';
export * from './v1/me.ts';
export * from './v1/packs.ts';
export * from './v1/progress.ts';
export * from './v1/reviews.ts';
export * from './v1/search.ts';
export * from './v1/stats.ts';
export * from './v1/subscriptions.ts';

// items.ts
export * from './content/lesson-type.ts';
export * from './content/lesson.ts';
export * from './content/main-lesson.ts';
export * from './quizzes/quiz.ts';
export declare const itemEntities: ("lesson" | "lesson-type" | "main-lesson" | "quiz")[];

// media/media.ts
export declare const mediaFileGet: {
    readonly id: "media.file";
    readonly service: "media";
    readonly method: "GET";
    readonly path: "/uploads/:name";
    readonly access: "public";
    readonly summary: "An uploaded file";
    readonly params: z.ZodObject<{
        name: z.ZodString;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        w: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly responseType: "binary";
    readonly response: z.ZodUnknown;
};
export declare const mediaFileHashes: {
    readonly id: "internal.fileHashes";
    readonly service: "media";
    readonly method: "POST";
    readonly path: "/internal/files/hashes";
    readonly access: "internal";
    readonly summary: "Sizes and hashes of files";
    readonly body: z.ZodObject<{
        names: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        files: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            size: z.ZodNumber;
            hash: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const mediaRecordingUpload: {
    readonly id: "media.uploadRecording";
    readonly service: "media";
    readonly method: "POST";
    readonly path: "/api/recordings";
    readonly access: "session";
    readonly summary: "Upload a recording";
    readonly bodyType: "multipart";
    readonly bodyLimit: number;
    readonly responseTimeoutMs: 30000;
    readonly response: z.ZodObject<{
        data: z.ZodObject<{
            url: z.ZodString;
            filename: z.ZodString;
            durationMs: z.ZodNumber;
        }, z.core.$strip>;
        message: z.ZodString;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const mediaUpload: {
    readonly id: "media.upload";
    readonly service: "media";
    readonly method: "POST";
    readonly path: "/api/upload";
    readonly access: "session";
    readonly summary: "Upload a picture";
    readonly bodyType: "multipart";
    readonly bodyLimit: number;
    readonly response: z.ZodObject<{
        data: z.ZodObject<{
            url: z.ZodString;
            filename: z.ZodString;
        }, z.core.$strip>;
        message: z.ZodString;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const recordingUploadLimits: {
    readonly bytes: number;
    readonly seconds: 60;
    readonly sampleRate: {
        readonly min: 8000;
        readonly max: 96000;
    };
};
export declare const thumbnailWidths: readonly [64, 160, 320, 640];
export declare const uploadKinds: {
    readonly icon: readonly ["image/png", "image/svg+xml"];
    readonly cover: readonly ["image/jpeg", "image/png", "image/webp"];
    readonly editor: readonly ["image/png", "image/jpeg"];
};
export declare const uploadLimits: {
    readonly bytes: number;
    readonly pixels: 50000000;
};
export declare const uploadMessages: {
    readonly done: 'File uploaded successfully!';
    readonly missing: 'Choose a file to upload';
    readonly tooLarge: 'The file is larger than 10 MB';
    readonly unsupported: 'This file type is not supported';
    readonly broken: 'This file is damaged or is not a picture';
    readonly tooManyPixels: 'This picture has too many pixels';
    readonly tooComplex: 'This SVG file is too complex to display. Save it with fewer or simpler effects';
    readonly busy: 'Too many pictures are being processed. Try again in a few seconds';
    readonly full: 'The file storage is full';
    readonly recordingUnsupported: 'Recordings must be WAV (PCM, mono or stereo, 8 to 96 kHz) or MP3 files';
    readonly recordingBroken: 'This recording is damaged';
    readonly recordingTooLong: 'A recording can be at most 60 seconds long';
    readonly recordingSilent: 'Nothing can be heard in this recording';
    readonly recordingsBusy: 'Too many recordings are being processed. Try again in a few seconds';
    readonly stopped: 'The upload was cancelled because its section is no longer open';
};
export declare const uploadMimeTypes: readonly ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
export type UploadKind = keyof typeof uploadKinds;
export type UploadMimeType = (typeof uploadMimeTypes)[number];
import { z } from 'zod';

// messages.ts
export declare const messages: {
    readonly error: 'Error';
    readonly success: 'Success';
    readonly signIn: {
        readonly success: 'Logged in successfully';
        readonly failed: 'Failed to log in';
    };
    readonly signOut: {
        readonly success: 'Logged out successfully';
        readonly failed: 'Failed to log out';
    };
    readonly resetPassword: {
        readonly success: 'Password updated successfully';
        readonly failed: 'Failed to reset password';
    };
    readonly registration: {
        readonly asked: 'Check your email: we have sent you a link to confirm your address.';
        readonly confirmed: 'Your email address is confirmed. You can sign in now.';
        readonly confirmFailed: 'Failed to confirm the email address';
    };
    readonly changePassword: {
        readonly success: 'Password update successfully';
        readonly failed: 'Failed to change password';
    };
    readonly user: {
        created: string;
        updated: string;
        deleted: string;
        createFailed: string;
        updateFailed: string;
        deleteFailed: string;
    };
    readonly invitation: {
        readonly sent: 'Invitation sent';
        readonly failed: 'Failed to send the invitation';
        readonly pending: 'This person has not accepted the invitation yet';
        readonly accepted: 'This person has already accepted the invitation';
        readonly passwordChosen: 'Your password is set. You can sign in now.';
        readonly revoked: 'Invitation revoked';
        readonly revokeFailed: 'Failed to revoke the invitation';
    };
    readonly account: {
        readonly deleted: 'Your account was deleted';
        readonly updated: 'Your account was updated successfully';
        readonly updateFailed: 'Failed to update your account';
        readonly sessionEnded: 'The session was signed out';
        readonly sessionsEnded: 'You are signed out everywhere';
        readonly signOutFailed: 'Failed to sign out';
    };
    readonly draftsRemoved: {
        readonly title: 'Oldest unsaved changes removed';
        readonly description: 'To make room for your current changes, this browser keeps only the most recent ones.';
    };
    readonly refund: {
        readonly success: 'Refund payment successfully';
        readonly failed: 'Failed to refund payment!';
        readonly pending: 'The refund is pending: the payment provider has not confirmed it yet.';
        readonly withdrawn: 'Refund withdrawn successfully';
        readonly withdrawFailed: 'Failed to withdraw the refund';
    };
    readonly grant: {
        readonly success: 'Access granted successfully';
        readonly failed: 'Failed to grant access';
        readonly revoked: 'Access revoked successfully';
        readonly revokeFailed: 'Failed to revoke access';
    };
    readonly apiKey: {
        readonly generated: 'API Key Generated';
        readonly saved: 'Your new API key has been created and saved.';
        readonly copied: 'Copied!';
    };
    readonly auth: {
        readonly wrongCredentials: 'Invalid email or password';
        readonly disabled: 'Account is disabled';
        readonly notForConsole: 'This account cannot use the console';
        readonly wrongCurrentPassword: 'Current password is incorrect';
        readonly unauthenticated: 'Sign in to continue';
        readonly otherUser: 'Someone else has signed in on this browser';
        readonly forbidden: 'You do not have access to this';
        readonly mayNotPublish: 'You may not publish. Ask for a review instead.';
        readonly mayNotChangeScheduled: 'It is going to be published at a time: you may not change it until then.';
        readonly otherMainLesson: 'You may only change the main lessons that an administrator has chosen for you.';
        readonly badApiKey: 'Invalid or missing API key';
        readonly missingScope: 'This API key does not allow this call';
        readonly originNotAllowed: 'This API key does not allow this call from this web page';
        readonly badRefreshToken: 'The refresh token has expired or has already been used. Sign in again.';
        readonly badIdToken: 'The identity token is not valid';
        readonly unverifiedEmail: 'The identity token has no verified email address';
        readonly notForLearners: 'This account cannot sign in this way';
        readonly otherIdentity: 'This email address belongs to an account that signs in with another identity';
    };
};

// presence/presence.ts
declare const presentPageSchema: z.ZodObject<{
    page: z.ZodString;
    userId: z.ZodPreprocess<z.ZodNumber, unknown>;
    name: z.ZodString;
    items: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
export declare const presenceLimits: {
    readonly itemsPerPage: 4;
    readonly shownPerPage: 100;
    readonly name: 100;
};
export declare const presenceStream: {
    readonly id: "presence.stream";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/presence";
    readonly access: "session";
    readonly summary: "Who has which items open";
    readonly query: z.ZodObject<{
        page: z.ZodString;
        open: z.ZodPipe<z.ZodPipe<z.ZodDefault<z.ZodString>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>>;
        shown: z.ZodPipe<z.ZodPipe<z.ZodDefault<z.ZodString>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>>;
    }, z.core.$strip>;
    readonly response: z.ZodArray<z.ZodObject<{
        page: z.ZodString;
        userId: z.ZodPreprocess<z.ZodNumber, unknown>;
        name: z.ZodString;
        items: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    readonly responseType: "event-stream";
};
export declare const presentPagesSchema: z.ZodArray<z.ZodObject<{
    page: z.ZodString;
    userId: z.ZodPreprocess<z.ZodNumber, unknown>;
    name: z.ZodString;
    items: z.ZodArray<z.ZodString>;
}, z.core.$strip>>;
export type PresentPage = z.infer<typeof presentPageSchema>;
import { z } from 'zod';

// quizzes/judge-answers.ts
export declare function correctAnswerOf(options: Question): string;
export declare function createAnswerJudge(questions: Quiz['questions']): AnswerJudge;
export declare function scoreOf(right: number, questions: number): {
    readonly score: number;
    readonly passed: boolean;
};
export type AnswerJudge = (question: Question, answer: string) => AnswerVerdict;
import type { AnswerVerdict } from '@khmer-learning/khmer-text';
import type { Quiz } from './quiz.ts';
type Question = Quiz['questions'][number];

// quizzes/learner-answers.ts
declare const quizSchema: z.ZodObject<{
    quizId: z.ZodNumber;
    title: z.ZodString;
    questions: z.ZodNumber;
    answered: z.ZodNumber;
    right: z.ZodNumber;
    lastAnsweredAt: z.ZodString;
    wrong: z.ZodArray<z.ZodObject<{
        questionId: z.ZodNumber;
        question: z.ZodString;
        answer: z.ZodString;
        correctAnswer: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const learnerAnswers: {
    readonly id: "learners.answers";
    readonly service: "quizzes";
    readonly method: "GET";
    readonly path: "/api/learners/:id/answers";
    readonly access: "session";
    readonly summary: "A learner's first answers, by quiz";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
        quizzes: z.ZodArray<z.ZodObject<{
            quizId: z.ZodNumber;
            title: z.ZodString;
            questions: z.ZodNumber;
            answered: z.ZodNumber;
            right: z.ZodNumber;
            lastAnsweredAt: z.ZodString;
            wrong: z.ZodArray<z.ZodObject<{
                questionId: z.ZodNumber;
                question: z.ZodString;
                answer: z.ZodString;
                correctAnswer: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export type LearnerQuiz = z.infer<typeof quizSchema>;
import { z } from 'zod';

// quizzes/quiz-edits.ts
export declare const quizEdits: {
    create: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly response: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            state: import("zod").ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: import("zod").ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: import("zod").ZodNumber;
            done: import("zod").ZodNumber;
            problem: import("zod").ZodNullable<import("zod").ZodString>;
            titles: import("zod").ZodString;
            createdAt: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
        readonly id: `${string}.create`;
        readonly method: "POST";
        readonly path: "/api/quiz-edits";
        readonly summary: `Edit or delete many ${string}, all of them or none`;
        readonly body: import("zod").ZodObject<{
            edits: import("zod").ZodArray<import("zod").ZodObject<{
                id: import("zod").ZodNumber;
                version: import("zod").ZodNumber;
                deleted: import("zod").ZodOptional<import("zod").ZodLiteral<true>>;
                status: import("zod").ZodOptional<import("zod").ZodEnum<{
                    active: "active";
                    draft: "draft";
                }>>;
            }, import("zod/v4/core").$strip>>;
        }, import("zod/v4/core").$strip>;
        readonly bodyLimit: number;
        readonly status: 201;
    };
    list: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: `${string}.list`;
        readonly method: "GET";
        readonly path: "/api/quiz-edits";
        readonly summary: `The last edits of many ${string} that can be undone`;
        readonly response: import("zod").ZodObject<{
            data: import("zod").ZodArray<import("zod").ZodObject<{
                id: import("zod").ZodNumber;
                state: import("zod").ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    failed: "failed";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                change: import("zod").ZodEnum<{
                    deleted: "deleted";
                    edited: "edited";
                    published: "published";
                    unpublished: "unpublished";
                }>;
                items: import("zod").ZodNumber;
                done: import("zod").ZodNumber;
                problem: import("zod").ZodNullable<import("zod").ZodString>;
                titles: import("zod").ZodString;
                createdAt: import("zod").ZodString;
            }, import("zod/v4/core").$strip>>;
        }, import("zod/v4/core").$strip>;
    };
    get: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly response: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            state: import("zod").ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: import("zod").ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: import("zod").ZodNumber;
            done: import("zod").ZodNumber;
            problem: import("zod").ZodNullable<import("zod").ZodString>;
            titles: import("zod").ZodString;
            createdAt: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
        readonly id: `${string}.get`;
        readonly method: "GET";
        readonly path: "/api/quiz-edits/:id";
        readonly summary: `State and progress of an edit of many ${string}`;
        readonly params: import("zod").ZodObject<{
            id: import("zod").ZodPreprocess<import("zod").ZodNumber, unknown>;
        }, import("zod/v4/core").$strip>;
    };
    undo: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly response: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            state: import("zod").ZodEnum<{
                applied: "applied";
                applying: "applying";
                failed: "failed";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            change: import("zod").ZodEnum<{
                deleted: "deleted";
                edited: "edited";
                published: "published";
                unpublished: "unpublished";
            }>;
            items: import("zod").ZodNumber;
            done: import("zod").ZodNumber;
            problem: import("zod").ZodNullable<import("zod").ZodString>;
            titles: import("zod").ZodString;
            createdAt: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
        readonly id: `${string}.undo`;
        readonly method: "POST";
        readonly path: "/api/quiz-edits/:id/undo";
        readonly summary: `Undo or cancel an edit of many ${string}`;
        readonly params: import("zod").ZodObject<{
            id: import("zod").ZodPreprocess<import("zod").ZodNumber, unknown>;
        }, import("zod/v4/core").$strip>;
    };
};

// quizzes/quiz-results.ts
export declare const quizResultLimits: {
    readonly days: 732;
    readonly text: 100;
    readonly instead: 3;
    readonly scores: 10;
};
export declare const quizResultsEvent: {
    readonly service: "quizzes";
    readonly entity: "quiz-results";
    readonly state: z.ZodObject<{
        quizId: z.ZodNumber;
        days: z.ZodArray<z.ZodObject<{
            day: z.ZodString;
            tries: z.ZodNumber;
            passed: z.ZodNumber;
            scores: z.ZodArray<z.ZodNumber>;
        }, z.core.$strip>>;
        questions: z.ZodArray<z.ZodObject<{
            questionId: z.ZodNumber;
            question: z.ZodString;
            word: z.ZodNullable<z.ZodString>;
            tries: z.ZodNumber;
            right: z.ZodNumber;
            instead: z.ZodArray<z.ZodObject<{
                answer: z.ZodString;
                picks: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
import { z } from 'zod';

// quizzes/quiz.ts
declare const pairSchema: z.ZodObject<{
    left: z.ZodString;
    right: z.ZodString;
}, z.core.$strip>;
declare const questionFields: z.ZodObject<{
    id: z.ZodOptional<z.ZodNumber>;
    kind: z.ZodOptional<z.ZodEnum<{
        choice: "choice";
        listening: "listening";
        matching: "matching";
        ordering: "ordering";
        typed: "typed";
    }>>;
    question: z.ZodString;
    options: z.ZodDefault<z.ZodArray<z.ZodString>>;
    correctAnswer: z.ZodDefault<z.ZodString>;
    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
        left: z.ZodString;
        right: z.ZodString;
    }, z.core.$strip>>>;
    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
        language: z.ZodEnum<{
            en: "en";
            km: "km";
        }>;
        text: z.ZodString;
        file: z.ZodString;
    }, z.core.$strip>>>;
}, z.core.$strip>;
declare const questionUses: z.ZodObject<{
    total: z.ZodNumber;
    isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
    quizzes: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const quizContents: z.ZodObject<{
    lessonId: z.ZodNumber;
    title: z.ZodString;
    description: z.ZodString;
    questions: z.ZodArray<z.ZodPipe<z.ZodObject<{
        id: z.ZodOptional<z.ZodNumber>;
        kind: z.ZodOptional<z.ZodEnum<{
            choice: "choice";
            listening: "listening";
            matching: "matching";
            ordering: "ordering";
            typed: "typed";
        }>>;
        question: z.ZodString;
        options: z.ZodDefault<z.ZodArray<z.ZodString>>;
        correctAnswer: z.ZodDefault<z.ZodString>;
        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
            left: z.ZodString;
            right: z.ZodString;
        }, z.core.$strip>>>;
        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>, z.ZodTransform<{
        id?: number | undefined;
        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
        question: string;
        options: string[];
        correctAnswer: string;
        acceptedAnswers?: string[] | undefined;
        pairs?: {
            left: string;
            right: string;
        }[] | undefined;
        parts?: string[] | undefined;
        recordings?: {
            language: "en" | "km";
            text: string;
            file: string;
        }[] | undefined;
    }, {
        id?: number | undefined;
        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
        question: string;
        options: string[];
        correctAnswer: string;
        acceptedAnswers?: string[] | undefined;
        pairs?: {
            left: string;
            right: string;
        }[] | undefined;
        parts?: string[] | undefined;
        recordings?: {
            language: "en" | "km";
            text: string;
            file: string;
        }[] | undefined;
    }>>>;
    isPractice: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strip>;
export declare const formatOrder: (parts: readonly string[]) => string;
export declare const formatPairs: (pairs: readonly QuestionPair[]) => string;
export declare const maxCountedLessons = 100;
export declare const questionKinds: readonly ['choice', 'typed', 'listening', 'matching', 'ordering'];
export declare const questionSchema: z.ZodPipe<z.ZodObject<{
    id: z.ZodOptional<z.ZodNumber>;
    kind: z.ZodOptional<z.ZodEnum<{
        choice: "choice";
        listening: "listening";
        matching: "matching";
        ordering: "ordering";
        typed: "typed";
    }>>;
    question: z.ZodString;
    options: z.ZodDefault<z.ZodArray<z.ZodString>>;
    correctAnswer: z.ZodDefault<z.ZodString>;
    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
        left: z.ZodString;
        right: z.ZodString;
    }, z.core.$strip>>>;
    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
        language: z.ZodEnum<{
            en: "en";
            km: "km";
        }>;
        text: z.ZodString;
        file: z.ZodString;
    }, z.core.$strip>>>;
}, z.core.$strip>, z.ZodTransform<{
    id?: number | undefined;
    kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
    question: string;
    options: string[];
    correctAnswer: string;
    acceptedAnswers?: string[] | undefined;
    pairs?: {
        left: string;
        right: string;
    }[] | undefined;
    parts?: string[] | undefined;
    recordings?: {
        language: "en" | "km";
        text: string;
        file: string;
    }[] | undefined;
}, {
    id?: number | undefined;
    kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
    question: string;
    options: string[];
    correctAnswer: string;
    acceptedAnswers?: string[] | undefined;
    pairs?: {
        left: string;
        right: string;
    }[] | undefined;
    parts?: string[] | undefined;
    recordings?: {
        language: "en" | "km";
        text: string;
        file: string;
    }[] | undefined;
}>>;
export declare const quizAnalyticsSchema: z.ZodObject<{
    completions: z.ZodNumber;
    completionRate: z.ZodNullable<z.ZodNumber>;
    averageScore: z.ZodNullable<z.ZodNumber>;
}, z.core.$strip>;
export declare const quizBody: z.ZodObject<{
    lessonId: z.ZodNumber;
    title: z.ZodString;
    description: z.ZodString;
    questions: z.ZodArray<z.ZodPipe<z.ZodObject<{
        id: z.ZodOptional<z.ZodNumber>;
        kind: z.ZodOptional<z.ZodEnum<{
            choice: "choice";
            listening: "listening";
            matching: "matching";
            ordering: "ordering";
            typed: "typed";
        }>>;
        question: z.ZodString;
        options: z.ZodDefault<z.ZodArray<z.ZodString>>;
        correctAnswer: z.ZodDefault<z.ZodString>;
        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
            left: z.ZodString;
            right: z.ZodString;
        }, z.core.$strip>>>;
        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>, z.ZodTransform<{
        id?: number | undefined;
        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
        question: string;
        options: string[];
        correctAnswer: string;
        acceptedAnswers?: string[] | undefined;
        pairs?: {
            left: string;
            right: string;
        }[] | undefined;
        parts?: string[] | undefined;
        recordings?: {
            language: "en" | "km";
            text: string;
            file: string;
        }[] | undefined;
    }, {
        id?: number | undefined;
        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
        question: string;
        options: string[];
        correctAnswer: string;
        acceptedAnswers?: string[] | undefined;
        pairs?: {
            left: string;
            right: string;
        }[] | undefined;
        parts?: string[] | undefined;
        recordings?: {
            language: "en" | "km";
            text: string;
            file: string;
        }[] | undefined;
    }>>>;
    status: z.ZodDefault<z.ZodEnum<{
        active: "active";
        draft: "draft";
    }>>;
    isPractice: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strip>;
export declare const quizEvent: {
    readonly service: "quizzes";
    readonly entity: "quiz";
    readonly keepsVersions: true;
    readonly state: z.ZodObject<{
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
        title: z.ZodString;
        description: z.ZodString;
        id: z.ZodNumber;
        lessonId: z.ZodNullable<z.ZodNumber>;
        status: z.ZodEnum<{
            active: "active";
            draft: "draft";
        }>;
        questions: z.ZodArray<z.ZodObject<{
            kind: z.ZodOptional<z.ZodEnum<{
                choice: "choice";
                listening: "listening";
                matching: "matching";
                ordering: "ordering";
                typed: "typed";
            }>>;
            recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                language: z.ZodEnum<{
                    en: "en";
                    km: "km";
                }>;
                text: z.ZodString;
                file: z.ZodString;
            }, z.core.$strip>>>;
            id: z.ZodNumber;
            question: z.ZodString;
            options: z.ZodArray<z.ZodString>;
            correctAnswer: z.ZodString;
            acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
            pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                left: z.ZodString;
                right: z.ZodString;
            }, z.core.$strip>>>;
            parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strip>>;
        isPractice: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
};
export declare const quizFields: {
    lessonId: {
        name: string;
        input: z.ZodNumber;
        stored: z.ZodNumber;
    };
    title: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    description: {
        name: string;
        input: z.ZodString;
        stored: z.ZodString;
    };
    questions: {
        name: string;
        input: z.ZodArray<z.ZodPipe<z.ZodObject<{
            id: z.ZodOptional<z.ZodNumber>;
            kind: z.ZodOptional<z.ZodEnum<{
                choice: "choice";
                listening: "listening";
                matching: "matching";
                ordering: "ordering";
                typed: "typed";
            }>>;
            question: z.ZodString;
            options: z.ZodDefault<z.ZodArray<z.ZodString>>;
            correctAnswer: z.ZodDefault<z.ZodString>;
            acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
            pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                left: z.ZodString;
                right: z.ZodString;
            }, z.core.$strip>>>;
            parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                language: z.ZodEnum<{
                    en: "en";
                    km: "km";
                }>;
                text: z.ZodString;
                file: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>, z.ZodTransform<{
            id?: number | undefined;
            kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
            question: string;
            options: string[];
            correctAnswer: string;
            acceptedAnswers?: string[] | undefined;
            pairs?: {
                left: string;
                right: string;
            }[] | undefined;
            parts?: string[] | undefined;
            recordings?: {
                language: "en" | "km";
                text: string;
                file: string;
            }[] | undefined;
        }, {
            id?: number | undefined;
            kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
            question: string;
            options: string[];
            correctAnswer: string;
            acceptedAnswers?: string[] | undefined;
            pairs?: {
                left: string;
                right: string;
            }[] | undefined;
            parts?: string[] | undefined;
            recordings?: {
                language: "en" | "km";
                text: string;
                file: string;
            }[] | undefined;
        }>>>;
        stored: z.ZodArray<z.ZodObject<{
            kind: z.ZodOptional<z.ZodEnum<{
                choice: "choice";
                listening: "listening";
                matching: "matching";
                ordering: "ordering";
                typed: "typed";
            }>>;
            recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                language: z.ZodEnum<{
                    en: "en";
                    km: "km";
                }>;
                text: z.ZodString;
                file: z.ZodString;
            }, z.core.$strip>>>;
            id: z.ZodNumber;
            question: z.ZodString;
            options: z.ZodArray<z.ZodString>;
            correctAnswer: z.ZodString;
            acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
            pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                left: z.ZodString;
                right: z.ZodString;
            }, z.core.$strip>>>;
            parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strip>>;
    };
    status: {
        name: string;
        input: z.ZodEnum<{
            active: "active";
            draft: "draft";
        }>;
        stored: z.ZodEnum<{
            active: "active";
            draft: "draft";
        }>;
    };
    isPractice: {
        name: string;
        input: z.ZodBoolean;
        stored: z.ZodBoolean;
    };
};
export declare const quizLimits: {
    readonly optionsMin: 2;
    readonly optionsMax: 4;
    readonly acceptedAnswers: 9;
    readonly pairsMin: 2;
    readonly pairsMax: 8;
    readonly partsMin: 2;
    readonly partsMax: 12;
    readonly partLength: 100;
    readonly questions: 200;
    readonly questionId: 1000000000000000;
    readonly bytes: number;
    readonly passScore: 70;
};
export declare const quizMessages: {
    readonly lesson: 'Lesson is required';
    readonly title: 'Title is required';
    readonly description: 'Description is required';
    readonly questions: 'At least one question is required';
    readonly question: 'Question is required';
    readonly options: 'At least 2 options required';
    readonly optionsMax: 'At most 4 options are allowed';
    readonly option: 'Option is required';
    readonly correctAnswer: 'Correct answer is required';
    readonly optionsDiffer: 'Options must be different';
    readonly acceptedAnswersDiffer: 'Accepted answers must be different';
    readonly acceptedAnswerIsOption: 'An accepted answer cannot be a wrong option';
    readonly recording: 'A listening question needs a recording of its correct answer';
    readonly pairs: 'At least 2 pairs required';
    readonly pairsMax: 'At most 8 pairs are allowed';
    readonly pairSide: 'Both sides of a pair are required';
    readonly leftsDiffer: 'Left sides must be different';
    readonly rightsDiffer: 'Right sides must be different';
    readonly parts: 'At least 2 parts required';
    readonly partsMax: 'At most 12 parts are allowed';
    readonly part: 'Part is required';
    readonly partsDiffer: 'Parts must not all be the same';
    readonly tooLarge: 'This quiz is too large';
    readonly tooManyWords: 'This quiz has too many different words. Divide it into several quizzes';
};
export declare const quizPatch: z.ZodObject<{
    lessonId: z.ZodOptional<z.ZodNumber>;
    title: z.ZodOptional<z.ZodString>;
    description: z.ZodOptional<z.ZodString>;
    questions: z.ZodOptional<z.ZodArray<z.ZodPipe<z.ZodObject<{
        id: z.ZodOptional<z.ZodNumber>;
        kind: z.ZodOptional<z.ZodEnum<{
            choice: "choice";
            listening: "listening";
            matching: "matching";
            ordering: "ordering";
            typed: "typed";
        }>>;
        question: z.ZodString;
        options: z.ZodDefault<z.ZodArray<z.ZodString>>;
        correctAnswer: z.ZodDefault<z.ZodString>;
        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
            left: z.ZodString;
            right: z.ZodString;
        }, z.core.$strip>>>;
        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
    }, z.core.$strip>, z.ZodTransform<{
        id?: number | undefined;
        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
        question: string;
        options: string[];
        correctAnswer: string;
        acceptedAnswers?: string[] | undefined;
        pairs?: {
            left: string;
            right: string;
        }[] | undefined;
        parts?: string[] | undefined;
        recordings?: {
            language: "en" | "km";
            text: string;
            file: string;
        }[] | undefined;
    }, {
        id?: number | undefined;
        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
        question: string;
        options: string[];
        correctAnswer: string;
        acceptedAnswers?: string[] | undefined;
        pairs?: {
            left: string;
            right: string;
        }[] | undefined;
        parts?: string[] | undefined;
        recordings?: {
            language: "en" | "km";
            text: string;
            file: string;
        }[] | undefined;
    }>>>>;
    status: z.ZodOptional<z.ZodEnum<{
        active: "active";
        draft: "draft";
    }>>;
    isPractice: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
export declare const quizSchema: z.ZodObject<{
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        version: z.ZodNumber;
        savedAt: z.ZodString;
        savedBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>>;
    schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        action: z.ZodEnum<{
            publish: "publish";
            unpublish: "unpublish";
        }>;
        at: z.ZodString;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        isPinned: z.ZodBoolean;
        scheduledBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        failure: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>>;
    review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        state: z.ZodEnum<{
            "changes-requested": "changes-requested";
            requested: "requested";
        }>;
        version: z.ZodNumber;
        of: z.ZodEnum<{
            item: "item";
            "working-copy": "working-copy";
        }>;
        requestedBy: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
        requestedAt: z.ZodString;
        message: z.ZodString;
        answeredBy: z.ZodNullable<z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>>;
        answeredAt: z.ZodNullable<z.ZodString>;
        answer: z.ZodNullable<z.ZodString>;
        isStale: z.ZodBoolean;
    }, z.core.$strip>>>;
    title: z.ZodString;
    description: z.ZodString;
    id: z.ZodNumber;
    lessonId: z.ZodNullable<z.ZodNumber>;
    lessonTitle: z.ZodNullable<z.ZodString>;
    mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    status: z.ZodEnum<{
        active: "active";
        draft: "draft";
    }>;
    hiddenBy: z.ZodOptional<z.ZodObject<{
        entity: z.ZodEnum<{
            lesson: "lesson";
            "main-lesson": "main-lesson";
        }>;
        id: z.ZodNumber;
    }, z.core.$strip>>;
    isPractice: z.ZodBoolean;
    questions: z.ZodArray<z.ZodObject<{
        kind: z.ZodOptional<z.ZodEnum<{
            choice: "choice";
            listening: "listening";
            matching: "matching";
            ordering: "ordering";
            typed: "typed";
        }>>;
        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
            language: z.ZodEnum<{
                en: "en";
                km: "km";
            }>;
            text: z.ZodString;
            file: z.ZodString;
        }, z.core.$strip>>>;
        id: z.ZodNumber;
        question: z.ZodString;
        options: z.ZodArray<z.ZodString>;
        correctAnswer: z.ZodString;
        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
            left: z.ZodString;
            right: z.ZodString;
        }, z.core.$strip>>>;
        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strip>>;
    analytics: z.ZodObject<{
        completions: z.ZodNumber;
        completionRate: z.ZodNullable<z.ZodNumber>;
        averageScore: z.ZodNullable<z.ZodNumber>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const quizSorts: readonly ['title', 'status', 'updatedAt'];
export declare const quizStatuses: readonly ['active', 'draft'];
export declare const quizWorkingCopyEvent: {
    readonly service: "quizzes";
    readonly entity: "quiz-working-copy";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        baseVersion: z.ZodNumber;
        savedAt: z.ZodString;
        contents: z.ZodObject<{}, z.core.$loose>;
    }, z.core.$strip>;
};
export declare const quizzes: {
    label: string;
    messages: {
        created: string;
        updated: string;
        deleted: string;
        createFailed: string;
        updateFailed: string;
        deleteFailed: string;
    };
    event: {
        readonly service: "quizzes";
        readonly entity: "quiz";
        readonly keepsVersions: true;
        readonly state: z.ZodObject<{
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            status: z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>;
            questions: z.ZodArray<z.ZodObject<{
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
                id: z.ZodNumber;
                question: z.ZodString;
                options: z.ZodArray<z.ZodString>;
                correctAnswer: z.ZodString;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
            isPractice: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
    };
    create: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.create";
        readonly method: "POST";
        readonly path: "/api/quizzes";
        readonly summary: `Create a ${string}`;
        readonly body: z.ZodObject<{
            lessonId: z.ZodNumber;
            title: z.ZodString;
            description: z.ZodString;
            questions: z.ZodArray<z.ZodPipe<z.ZodObject<{
                id: z.ZodOptional<z.ZodNumber>;
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                question: z.ZodString;
                options: z.ZodDefault<z.ZodArray<z.ZodString>>;
                correctAnswer: z.ZodDefault<z.ZodString>;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>, z.ZodTransform<{
                id?: number | undefined;
                kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
                question: string;
                options: string[];
                correctAnswer: string;
                acceptedAnswers?: string[] | undefined;
                pairs?: {
                    left: string;
                    right: string;
                }[] | undefined;
                parts?: string[] | undefined;
                recordings?: {
                    language: "en" | "km";
                    text: string;
                    file: string;
                }[] | undefined;
            }, {
                id?: number | undefined;
                kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
                question: string;
                options: string[];
                correctAnswer: string;
                acceptedAnswers?: string[] | undefined;
                pairs?: {
                    left: string;
                    right: string;
                }[] | undefined;
                parts?: string[] | undefined;
                recordings?: {
                    language: "en" | "km";
                    text: string;
                    file: string;
                }[] | undefined;
            }>>>;
            status: z.ZodDefault<z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>>;
            isPractice: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            lessonTitle: z.ZodNullable<z.ZodString>;
            mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            status: z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            isPractice: z.ZodBoolean;
            questions: z.ZodArray<z.ZodObject<{
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
                id: z.ZodNumber;
                question: z.ZodString;
                options: z.ZodArray<z.ZodString>;
                correctAnswer: z.ZodString;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
            analytics: z.ZodObject<{
                completions: z.ZodNumber;
                completionRate: z.ZodNullable<z.ZodNumber>;
                averageScore: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        readonly status: 201;
    };
    update: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.update";
        readonly method: "PATCH";
        readonly path: "/api/quizzes/:id";
        readonly summary: `Update a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            lessonId: z.ZodOptional<z.ZodNumber>;
            title: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            questions: z.ZodOptional<z.ZodArray<z.ZodPipe<z.ZodObject<{
                id: z.ZodOptional<z.ZodNumber>;
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                question: z.ZodString;
                options: z.ZodDefault<z.ZodArray<z.ZodString>>;
                correctAnswer: z.ZodDefault<z.ZodString>;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
            }, z.core.$strip>, z.ZodTransform<{
                id?: number | undefined;
                kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
                question: string;
                options: string[];
                correctAnswer: string;
                acceptedAnswers?: string[] | undefined;
                pairs?: {
                    left: string;
                    right: string;
                }[] | undefined;
                parts?: string[] | undefined;
                recordings?: {
                    language: "en" | "km";
                    text: string;
                    file: string;
                }[] | undefined;
            }, {
                id?: number | undefined;
                kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
                question: string;
                options: string[];
                correctAnswer: string;
                acceptedAnswers?: string[] | undefined;
                pairs?: {
                    left: string;
                    right: string;
                }[] | undefined;
                parts?: string[] | undefined;
                recordings?: {
                    language: "en" | "km";
                    text: string;
                    file: string;
                }[] | undefined;
            }>>>>;
            status: z.ZodOptional<z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>>;
            isPractice: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            lessonTitle: z.ZodNullable<z.ZodString>;
            mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            status: z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            isPractice: z.ZodBoolean;
            questions: z.ZodArray<z.ZodObject<{
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
                id: z.ZodNumber;
                question: z.ZodString;
                options: z.ZodArray<z.ZodString>;
                correctAnswer: z.ZodString;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
            analytics: z.ZodObject<{
                completions: z.ZodNumber;
                completionRate: z.ZodNullable<z.ZodNumber>;
                averageScore: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
        }, z.core.$strip>;
    };
    delete: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.delete";
        readonly method: "DELETE";
        readonly path: "/api/quizzes/:id";
        readonly summary: `Delete a ${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    suggestSearch: {
        readonly id: `${string}.suggestSearch`;
        readonly service: "quizzes";
        readonly method: "GET";
        readonly path: `${string}/search-suggestion`;
        readonly access: "session";
        readonly summary: `The search that was meant by one that finds no ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            searchFor: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    };
    versions: {
        list: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.versions`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions`;
            readonly summary: `Versions of a ${string}, newest first`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
                track: z.ZodOptional<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
                before: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    version: z.ZodNumber;
                    track: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPublished: z.ZodOptional<z.ZodBoolean>;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    action: z.ZodEnum<{
                        autosaved: "autosaved";
                        created: "created";
                        deleted: "deleted";
                        discarded: "discarded";
                        published: "published";
                        restored: "restored";
                        unpublished: "unpublished";
                        updated: "updated";
                    }>;
                    changedFields: z.ZodArray<z.ZodString>;
                }, z.core.$strip>>;
                next: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        get: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.version`;
            readonly method: "GET";
            readonly path: `${string}/:id/versions/:version`;
            readonly summary: `A ${string} as it was at one version`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                id: z.ZodNumber;
                lessonId: z.ZodNullable<z.ZodNumber>;
                lessonTitle: z.ZodNullable<z.ZodString>;
                mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                status: z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                }>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                isPractice: z.ZodBoolean;
                questions: z.ZodArray<z.ZodObject<{
                    kind: z.ZodOptional<z.ZodEnum<{
                        choice: "choice";
                        listening: "listening";
                        matching: "matching";
                        ordering: "ordering";
                        typed: "typed";
                    }>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                    id: z.ZodNumber;
                    question: z.ZodString;
                    options: z.ZodArray<z.ZodString>;
                    correctAnswer: z.ZodString;
                    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        left: z.ZodString;
                        right: z.ZodString;
                    }, z.core.$strip>>>;
                    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>>;
                analytics: z.ZodObject<{
                    completions: z.ZodNumber;
                    completionRate: z.ZodNullable<z.ZodNumber>;
                    averageScore: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.restoreVersion`;
            readonly method: "POST";
            readonly path: `${string}/:id/versions/:version/restore`;
            readonly summary: `Restore a version of a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                version: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly query: z.ZodObject<{
                track: z.ZodDefault<z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                id: z.ZodNumber;
                lessonId: z.ZodNullable<z.ZodNumber>;
                lessonTitle: z.ZodNullable<z.ZodString>;
                mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                status: z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                }>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                isPractice: z.ZodBoolean;
                questions: z.ZodArray<z.ZodObject<{
                    kind: z.ZodOptional<z.ZodEnum<{
                        choice: "choice";
                        listening: "listening";
                        matching: "matching";
                        ordering: "ordering";
                        typed: "typed";
                    }>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                    id: z.ZodNumber;
                    question: z.ZodString;
                    options: z.ZodArray<z.ZodString>;
                    correctAnswer: z.ZodString;
                    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        left: z.ZodString;
                        right: z.ZodString;
                    }, z.core.$strip>>>;
                    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>>;
                analytics: z.ZodObject<{
                    completions: z.ZodNumber;
                    completionRate: z.ZodNullable<z.ZodNumber>;
                    averageScore: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
    };
    deleted: {
        list: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.deleted`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Deleted ${string} that can be restored`;
            readonly query: z.ZodObject<{
                limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                total: z.ZodNumber;
                totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    deletedAt: z.ZodString;
                    deletedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    deletedWith: z.ZodNullable<z.ZodObject<{
                        type: z.ZodEnum<{
                            lesson: "lesson";
                            "lesson-type": "lesson-type";
                            "main-lesson": "main-lesson";
                        }>;
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                    expiresAt: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        restore: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.restoreDeleted`;
            readonly method: "POST";
            readonly path: `${string}/:id/restore`;
            readonly summary: `Restore a deleted ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                id: z.ZodNumber;
                lessonId: z.ZodNullable<z.ZodNumber>;
                lessonTitle: z.ZodNullable<z.ZodString>;
                mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                status: z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                }>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                isPractice: z.ZodBoolean;
                questions: z.ZodArray<z.ZodObject<{
                    kind: z.ZodOptional<z.ZodEnum<{
                        choice: "choice";
                        listening: "listening";
                        matching: "matching";
                        ordering: "ordering";
                        typed: "typed";
                    }>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                    id: z.ZodNumber;
                    question: z.ZodString;
                    options: z.ZodArray<z.ZodString>;
                    correctAnswer: z.ZodString;
                    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        left: z.ZodString;
                        right: z.ZodString;
                    }, z.core.$strip>>>;
                    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>>;
                analytics: z.ZodObject<{
                    completions: z.ZodNumber;
                    completionRate: z.ZodNullable<z.ZodNumber>;
                    averageScore: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
    };
    comments: {
        list: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.comments`;
            readonly method: "GET";
            readonly path: string;
            readonly summary: `Comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                threads: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                        field: z.ZodString;
                    }, z.core.$strip>, z.ZodObject<{
                        section: z.ZodArray<z.ZodString>;
                        row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>]>>;
                    comments: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        author: z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>;
                        text: z.ZodString;
                        mentions: z.ZodArray<z.ZodObject<{
                            id: z.ZodNumber;
                            name: z.ZodString;
                        }, z.core.$strip>>;
                        createdAt: z.ZodString;
                        editedAt: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    resolvedAt: z.ZodNullable<z.ZodString>;
                    resolvedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        people: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly id: `${string}.commentPeople`;
            readonly method: "GET";
            readonly path: `${string}/comments/people`;
            readonly summary: `Who can be mentioned in a comment on a ${string}`;
            readonly query: z.ZodObject<{
                search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                people: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        };
        create: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.comment`;
            readonly method: "POST";
            readonly path: string;
            readonly summary: `Comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
                anchor: z.ZodDefault<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strict>, z.ZodObject<{
                    section: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
                    row: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
                }, z.core.$strict>]>>>;
            }, z.core.$strip>;
            readonly status: 201;
        };
        reply: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.replyToComment`;
            readonly method: "POST";
            readonly path: `${string}/replies`;
            readonly summary: `Reply to a comment on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        edit: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.editComment`;
            readonly method: "PATCH";
            readonly summary: `Edit a comment on a ${string}`;
            readonly body: z.ZodObject<{
                text: z.ZodString;
            }, z.core.$strip>;
        };
        delete: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly path: string;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
                comment: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.deleteComment`;
            readonly method: "DELETE";
            readonly summary: `Delete a comment on a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        resolve: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.resolveComments`;
            readonly method: "POST";
            readonly path: `${string}/resolve`;
            readonly summary: `Resolve a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
        reopen: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                anchor: z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
                    field: z.ZodString;
                }, z.core.$strip>, z.ZodObject<{
                    section: z.ZodArray<z.ZodString>;
                    row: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>]>>;
                comments: z.ZodArray<z.ZodObject<{
                    id: z.ZodNumber;
                    author: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    text: z.ZodString;
                    mentions: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    createdAt: z.ZodString;
                    editedAt: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                resolvedAt: z.ZodNullable<z.ZodString>;
                resolvedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            readonly id: `${string}.reopenComments`;
            readonly method: "POST";
            readonly path: `${string}/reopen`;
            readonly summary: `Reopen a thread of comments on a ${string}`;
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
                thread: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
        };
    };
    workingCopyEvent: {
        readonly service: "quizzes";
        readonly entity: "quiz-working-copy";
        readonly state: z.ZodObject<{
            id: z.ZodNumber;
            baseVersion: z.ZodNumber;
            savedAt: z.ZodString;
            contents: z.ZodObject<{}, z.core.$loose>;
        }, z.core.$strip>;
    };
    workingCopy: {
        get: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.workingCopy`;
            readonly method: "GET";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `The working copy of a published ${string}`;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: z.ZodObject<{
                    title: z.ZodString;
                    description: z.ZodString;
                    isPractice: z.ZodBoolean;
                    lessonId: z.ZodNumber;
                    questions: z.ZodArray<z.ZodObject<{
                        kind: z.ZodOptional<z.ZodEnum<{
                            choice: "choice";
                            listening: "listening";
                            matching: "matching";
                            ordering: "ordering";
                            typed: "typed";
                        }>>;
                        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            language: z.ZodEnum<{
                                en: "en";
                                km: "km";
                            }>;
                            text: z.ZodString;
                            file: z.ZodString;
                        }, z.core.$strip>>>;
                        id: z.ZodOptional<z.ZodNumber>;
                        question: z.ZodString;
                        options: z.ZodArray<z.ZodString>;
                        correctAnswer: z.ZodString;
                        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            left: z.ZodString;
                            right: z.ZodString;
                        }, z.core.$strip>>>;
                        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        save: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.saveWorkingCopy`;
            readonly method: "PUT";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Save a working copy of a published ${string}`;
            readonly body: z.ZodObject<{
                baseVersion: z.ZodOptional<z.ZodNumber>;
                contents: z.ZodObject<{
                    lessonId: z.ZodNumber;
                    title: z.ZodString;
                    description: z.ZodString;
                    questions: z.ZodArray<z.ZodPipe<z.ZodObject<{
                        id: z.ZodOptional<z.ZodNumber>;
                        kind: z.ZodOptional<z.ZodEnum<{
                            choice: "choice";
                            listening: "listening";
                            matching: "matching";
                            ordering: "ordering";
                            typed: "typed";
                        }>>;
                        question: z.ZodString;
                        options: z.ZodDefault<z.ZodArray<z.ZodString>>;
                        correctAnswer: z.ZodDefault<z.ZodString>;
                        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            left: z.ZodString;
                            right: z.ZodString;
                        }, z.core.$strip>>>;
                        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            language: z.ZodEnum<{
                                en: "en";
                                km: "km";
                            }>;
                            text: z.ZodString;
                            file: z.ZodString;
                        }, z.core.$strip>>>;
                    }, z.core.$strip>, z.ZodTransform<{
                        id?: number | undefined;
                        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
                        question: string;
                        options: string[];
                        correctAnswer: string;
                        acceptedAnswers?: string[] | undefined;
                        pairs?: {
                            left: string;
                            right: string;
                        }[] | undefined;
                        parts?: string[] | undefined;
                        recordings?: {
                            language: "en" | "km";
                            text: string;
                            file: string;
                        }[] | undefined;
                    }, {
                        id?: number | undefined;
                        kind?: "choice" | "listening" | "matching" | "ordering" | "typed" | undefined;
                        question: string;
                        options: string[];
                        correctAnswer: string;
                        acceptedAnswers?: string[] | undefined;
                        pairs?: {
                            left: string;
                            right: string;
                        }[] | undefined;
                        parts?: string[] | undefined;
                        recordings?: {
                            language: "en" | "km";
                            text: string;
                            file: string;
                        }[] | undefined;
                    }>>>;
                    isPractice: z.ZodDefault<z.ZodBoolean>;
                }, z.core.$strip>;
                isAutosave: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                baseVersion: z.ZodNumber;
                contents: z.ZodObject<{
                    title: z.ZodString;
                    description: z.ZodString;
                    isPractice: z.ZodBoolean;
                    lessonId: z.ZodNumber;
                    questions: z.ZodArray<z.ZodObject<{
                        kind: z.ZodOptional<z.ZodEnum<{
                            choice: "choice";
                            listening: "listening";
                            matching: "matching";
                            ordering: "ordering";
                            typed: "typed";
                        }>>;
                        recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            language: z.ZodEnum<{
                                en: "en";
                                km: "km";
                            }>;
                            text: z.ZodString;
                            file: z.ZodString;
                        }, z.core.$strip>>>;
                        id: z.ZodOptional<z.ZodNumber>;
                        question: z.ZodString;
                        options: z.ZodArray<z.ZodString>;
                        correctAnswer: z.ZodString;
                        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                            left: z.ZodString;
                            right: z.ZodString;
                        }, z.core.$strip>>>;
                        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        publish: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.publishWorkingCopy`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/working-copy/publish`;
            readonly summary: `Publish the working copy of a ${string}`;
            readonly body: z.ZodObject<{
                overwrite: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                version: z.ZodNumber;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
                workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    version: z.ZodNumber;
                    savedAt: z.ZodString;
                    savedBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>>>;
                schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>>;
                review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    isStale: z.ZodBoolean;
                }, z.core.$strip>>>;
                title: z.ZodString;
                description: z.ZodString;
                id: z.ZodNumber;
                lessonId: z.ZodNullable<z.ZodNumber>;
                lessonTitle: z.ZodNullable<z.ZodString>;
                mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                status: z.ZodEnum<{
                    active: "active";
                    draft: "draft";
                }>;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                isPractice: z.ZodBoolean;
                questions: z.ZodArray<z.ZodObject<{
                    kind: z.ZodOptional<z.ZodEnum<{
                        choice: "choice";
                        listening: "listening";
                        matching: "matching";
                        ordering: "ordering";
                        typed: "typed";
                    }>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                    id: z.ZodNumber;
                    question: z.ZodString;
                    options: z.ZodArray<z.ZodString>;
                    correctAnswer: z.ZodString;
                    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        left: z.ZodString;
                        right: z.ZodString;
                    }, z.core.$strip>>>;
                    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>>;
                analytics: z.ZodObject<{
                    completions: z.ZodNumber;
                    completionRate: z.ZodNullable<z.ZodNumber>;
                    averageScore: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
            }, z.core.$strip>;
        };
        discard: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.discardWorkingCopy`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/working-copy`;
            readonly summary: `Discard the working copy of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    schedule: {
        set: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.schedule`;
            readonly permission: "publish";
            readonly method: "PUT";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at a time`;
            readonly body: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodISODateTime;
                version: z.ZodNumber;
                isPinned: z.ZodDefault<z.ZodBoolean>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        move: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.moveSchedule`;
            readonly permission: "publish";
            readonly method: "PATCH";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Publish or unpublish a ${string} at another time`;
            readonly body: z.ZodObject<{
                at: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.schedules`;
            readonly service: "quizzes";
            readonly method: "GET";
            readonly path: `${string}/schedules`;
            readonly access: "session";
            readonly summary: `What is scheduled, by ${string}`;
            readonly query: z.ZodObject<{
                from: z.ZodISODateTime;
                until: z.ZodISODateTime;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    action: z.ZodEnum<{
                        publish: "publish";
                        unpublish: "unpublish";
                    }>;
                    at: z.ZodString;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    isPinned: z.ZodBoolean;
                    scheduledBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    failure: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
        cancel: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.cancelSchedule`;
            readonly permission: "publish";
            readonly method: "DELETE";
            readonly path: `${string}/:id/schedule`;
            readonly summary: `Cancel the schedule of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
    };
    review: {
        request: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.requestReview`;
            readonly method: "PUT";
            readonly path: `${string}/:id/review`;
            readonly summary: `Ask for a review of a ${string}`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodDefault<z.ZodString>;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        withdraw: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.withdrawReview`;
            readonly method: "DELETE";
            readonly path: `${string}/:id/review`;
            readonly summary: `Withdraw the review of a ${string}`;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        askForChanges: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.askForChanges`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/changes`;
            readonly summary: `Ask the author of a ${string} for changes`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
                message: z.ZodString;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>;
        };
        grant: {
            readonly service: "quizzes";
            readonly access: 'session';
            readonly params: z.ZodObject<{
                id: z.ZodPreprocess<z.ZodNumber, unknown>;
            }, z.core.$strip>;
            readonly id: `${string}.grantReview`;
            readonly permission: "publish";
            readonly method: "POST";
            readonly path: `${string}/:id/review/publish`;
            readonly summary: `Publish a ${string} that was reviewed`;
            readonly body: z.ZodObject<{
                version: z.ZodNumber;
            }, z.core.$strip>;
            readonly response: z.ZodObject<{
                message: z.ZodString;
            }, z.core.$strip>;
        };
        list: {
            readonly id: `${string}.reviews`;
            readonly service: "quizzes";
            readonly method: "GET";
            readonly path: `${string}/reviews`;
            readonly access: "session";
            readonly summary: `What waits for a review, by ${string}`;
            readonly response: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    state: z.ZodEnum<{
                        "changes-requested": "changes-requested";
                        requested: "requested";
                    }>;
                    version: z.ZodNumber;
                    of: z.ZodEnum<{
                        item: "item";
                        "working-copy": "working-copy";
                    }>;
                    requestedBy: z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>;
                    requestedAt: z.ZodString;
                    message: z.ZodString;
                    answeredBy: z.ZodNullable<z.ZodObject<{
                        id: z.ZodNumber;
                        name: z.ZodString;
                    }, z.core.$strip>>;
                    answeredAt: z.ZodNullable<z.ZodString>;
                    answer: z.ZodNullable<z.ZodString>;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>>;
                isComplete: z.ZodBoolean;
            }, z.core.$strip>;
        };
    };
    searchMatches: {
        readonly id: "quizzes.searchMatches";
        readonly service: "quizzes";
        readonly method: "GET";
        readonly path: "/api/quizzes/search-matches";
        readonly access: "session";
        readonly summary: `The lines by which a search finds ${string}`;
        readonly query: z.ZodObject<{
            search: z.ZodString;
            ids: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                text: z.ZodString;
                places: z.ZodArray<z.ZodObject<{
                    start: z.ZodNumber;
                    end: z.ZodNumber;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    list: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.list";
        readonly method: "GET";
        readonly path: "/api/quizzes";
        readonly sharedByRole: true;
        readonly summary: "Quizzes";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            status: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"active" | "changed" | "draft" | "review" | "scheduled" | undefined, string | undefined>>;
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            lessonId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
            mainLessonId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
            recordings: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"stale" | undefined, string | undefined>>;
            sort: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<"-status" | "-title" | "-updatedAt" | "status" | "title" | "updatedAt" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodArray<z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            lessonTitle: z.ZodNullable<z.ZodString>;
            mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            status: z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            isPractice: z.ZodBoolean;
            questions: z.ZodArray<z.ZodObject<{
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
                id: z.ZodNumber;
                question: z.ZodString;
                options: z.ZodArray<z.ZodString>;
                correctAnswer: z.ZodString;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
            analytics: z.ZodObject<{
                completions: z.ZodNumber;
                completionRate: z.ZodNullable<z.ZodNumber>;
                averageScore: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    };
    count: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.count";
        readonly method: "GET";
        readonly path: "/api/quizzes/count";
        readonly summary: "Number of quizzes of lessons or of a main lesson";
        readonly query: z.ZodObject<{
            mainLessonId: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            lessonIds: z.ZodOptional<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            total: z.ZodNumber;
            isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
        }, z.core.$strip>;
    };
    byLessons: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.byLessons";
        readonly method: "GET";
        readonly path: "/api/quizzes/by-lessons";
        readonly summary: "Quizzes of lessons, counted by status";
        readonly query: z.ZodObject<{
            ids: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>, z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            lessons: z.ZodArray<z.ZodObject<{
                lessonId: z.ZodNumber;
                active: z.ZodNumber;
                drafts: z.ZodNumber;
                quizId: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    questions: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.questions";
        readonly method: "GET";
        readonly path: "/api/quizzes/questions";
        readonly summary: "Question bank of a main lesson";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            mainLessonId: z.ZodPreprocess<z.ZodNumber, unknown>;
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
            kind: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"choice" | "listening" | "matching" | "ordering" | "typed" | undefined, string | undefined>>;
            exceptQuizId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            questions: z.ZodArray<z.ZodObject<{
                key: z.ZodString;
                question: z.ZodObject<{
                    kind: z.ZodOptional<z.ZodEnum<{
                        choice: "choice";
                        listening: "listening";
                        matching: "matching";
                        ordering: "ordering";
                        typed: "typed";
                    }>>;
                    recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        language: z.ZodEnum<{
                            en: "en";
                            km: "km";
                        }>;
                        text: z.ZodString;
                        file: z.ZodString;
                    }, z.core.$strip>>>;
                    id: z.ZodNumber;
                    question: z.ZodString;
                    options: z.ZodArray<z.ZodString>;
                    correctAnswer: z.ZodString;
                    acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                    pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                        left: z.ZodString;
                        right: z.ZodString;
                    }, z.core.$strip>>>;
                    parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strip>;
                usedIn: z.ZodObject<{
                    total: z.ZodNumber;
                    isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
                    quizzes: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>>;
            hasMore: z.ZodBoolean;
            isPartial: z.ZodBoolean;
        }, z.core.$strip>;
    };
    get: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.get";
        readonly method: "GET";
        readonly path: "/api/quizzes/:id";
        readonly sharedByRole: true;
        readonly summary: "One quiz";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            workingCopy: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                version: z.ZodNumber;
                savedAt: z.ZodString;
                savedBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            schedule: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                action: z.ZodEnum<{
                    publish: "publish";
                    unpublish: "unpublish";
                }>;
                at: z.ZodString;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                isPinned: z.ZodBoolean;
                scheduledBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                failure: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>>;
            review: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                state: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    requested: "requested";
                }>;
                version: z.ZodNumber;
                of: z.ZodEnum<{
                    item: "item";
                    "working-copy": "working-copy";
                }>;
                requestedBy: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                requestedAt: z.ZodString;
                message: z.ZodString;
                answeredBy: z.ZodNullable<z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>>;
                answeredAt: z.ZodNullable<z.ZodString>;
                answer: z.ZodNullable<z.ZodString>;
                isStale: z.ZodBoolean;
            }, z.core.$strip>>>;
            title: z.ZodString;
            description: z.ZodString;
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            lessonTitle: z.ZodNullable<z.ZodString>;
            mainLessonId: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            status: z.ZodEnum<{
                active: "active";
                draft: "draft";
            }>;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            isPractice: z.ZodBoolean;
            questions: z.ZodArray<z.ZodObject<{
                kind: z.ZodOptional<z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>>;
                recordings: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    language: z.ZodEnum<{
                        en: "en";
                        km: "km";
                    }>;
                    text: z.ZodString;
                    file: z.ZodString;
                }, z.core.$strip>>>;
                id: z.ZodNumber;
                question: z.ZodString;
                options: z.ZodArray<z.ZodString>;
                correctAnswer: z.ZodString;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
            analytics: z.ZodObject<{
                completions: z.ZodNumber;
                completionRate: z.ZodNullable<z.ZodNumber>;
                averageScore: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
        }, z.core.$strip>;
    };
    sharedQuestions: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.sharedQuestions";
        readonly method: "GET";
        readonly path: "/api/quizzes/:id/shared-questions";
        readonly summary: "Questions that other quizzes have too";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            questions: z.ZodArray<z.ZodObject<{
                questionId: z.ZodNumber;
                usedIn: z.ZodObject<{
                    total: z.ZodNumber;
                    isMinimum: z.ZodOptional<z.ZodLiteral<true>>;
                    quizzes: z.ZodArray<z.ZodObject<{
                        id: z.ZodNumber;
                        title: z.ZodString;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    analytics: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.analytics";
        readonly method: "GET";
        readonly path: "/api/quizzes/:id/analytics";
        readonly summary: "Quiz analytics";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            completions: z.ZodNumber;
            completionRate: z.ZodNullable<z.ZodNumber>;
            averageScore: z.ZodNullable<z.ZodNumber>;
            questions: z.ZodArray<z.ZodObject<{
                questionId: z.ZodNumber;
                question: z.ZodString;
                answers: z.ZodNumber;
                rightShare: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    questionStatistics: {
        readonly service: "quizzes";
        readonly access: 'session';
        readonly id: "quizzes.questionStatistics";
        readonly method: "GET";
        readonly path: "/api/quizzes/:id/question-statistics";
        readonly summary: "Statistics of a quiz’s questions";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            learners: z.ZodNumber;
            questions: z.ZodArray<z.ZodObject<{
                questionId: z.ZodNumber;
                kind: z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>;
                question: z.ZodString;
                tries: z.ZodNumber;
                rightShare: z.ZodNullable<z.ZodNumber>;
                almost: z.ZodNumber;
                options: z.ZodArray<z.ZodObject<{
                    option: z.ZodString;
                    isCorrect: z.ZodBoolean;
                    picks: z.ZodNumber;
                }, z.core.$strip>>;
                otherPicks: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
};
export declare const v1QuizSchema: z.ZodObject<{
    id: z.ZodNumber;
    lessonId: z.ZodNullable<z.ZodNumber>;
    title: z.ZodString;
    description: z.ZodString;
    questionCount: z.ZodNumber;
    isPractice: z.ZodBoolean;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    questions: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        kind: z.ZodEnum<{
            choice: "choice";
            listening: "listening";
            matching: "matching";
            ordering: "ordering";
            typed: "typed";
        }>;
        question: z.ZodString;
        options: z.ZodArray<z.ZodString>;
        lefts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        rights: z.ZodOptional<z.ZodArray<z.ZodString>>;
        parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
        recordings: z.ZodObject<{
            en: z.ZodNullable<z.ZodString>;
            km: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
        optionRecordings: z.ZodArray<z.ZodObject<{
            en: z.ZodNullable<z.ZodString>;
            km: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        correctAnswer: z.ZodOptional<z.ZodString>;
        acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
        pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
            left: z.ZodString;
            right: z.ZodString;
        }, z.core.$strip>>>;
        order: z.ZodOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const v1QuizSummarySchema: z.ZodObject<{
    id: z.ZodNumber;
    lessonId: z.ZodNullable<z.ZodNumber>;
    title: z.ZodString;
    description: z.ZodString;
    questionCount: z.ZodNumber;
    isPractice: z.ZodBoolean;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const v1QuizzesGet: {
    readonly service: "quizzes";
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["quiz", "lesson", "main-lesson"];
    readonly id: "v1.quizzes.get";
    readonly method: "GET";
    readonly path: "/api/v1/quizzes/:id";
    readonly summary: "One active quiz with its questions";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        kinds: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<readonly ("choice" | "listening" | "matching" | "ordering" | "typed")[] | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            title: z.ZodString;
            description: z.ZodString;
            questionCount: z.ZodNumber;
            isPractice: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            questions: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    choice: "choice";
                    listening: "listening";
                    matching: "matching";
                    ordering: "ordering";
                    typed: "typed";
                }>;
                question: z.ZodString;
                options: z.ZodArray<z.ZodString>;
                lefts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                rights: z.ZodOptional<z.ZodArray<z.ZodString>>;
                parts: z.ZodOptional<z.ZodArray<z.ZodString>>;
                recordings: z.ZodObject<{
                    en: z.ZodNullable<z.ZodString>;
                    km: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                optionRecordings: z.ZodArray<z.ZodObject<{
                    en: z.ZodNullable<z.ZodString>;
                    km: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                correctAnswer: z.ZodOptional<z.ZodString>;
                acceptedAnswers: z.ZodOptional<z.ZodArray<z.ZodString>>;
                pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    left: z.ZodString;
                    right: z.ZodString;
                }, z.core.$strip>>>;
                order: z.ZodOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const v1QuizzesList: {
    readonly service: "quizzes";
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["quiz", "lesson", "main-lesson"];
    readonly id: "v1.quizzes.list";
    readonly method: "GET";
    readonly path: "/api/v1/quizzes";
    readonly summary: "Active quizzes";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        exact: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"true" | undefined, string | undefined>>;
        kinds: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<readonly ("choice" | "listening" | "matching" | "ordering" | "typed")[] | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        searchedFor: z.ZodOptional<z.ZodString>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            title: z.ZodString;
            description: z.ZodString;
            questionCount: z.ZodNumber;
            isPractice: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const v1QuizzesListOfLesson: {
    readonly service: "quizzes";
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["quiz", "lesson", "main-lesson"];
    readonly id: "v1.quizzes.ofLesson";
    readonly method: "GET";
    readonly path: "/api/v1/quizzes/lesson/:lessonId";
    readonly summary: "Active quizzes of a lesson";
    readonly params: z.ZodObject<{
        lessonId: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
        kinds: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<readonly ("choice" | "listening" | "matching" | "ordering" | "typed")[] | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            title: z.ZodString;
            description: z.ZodString;
            questionCount: z.ZodNumber;
            isPractice: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const v1QuizzesSubmit: {
    readonly service: "quizzes";
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly id: "v1.quizzes.submit";
    readonly scope: "submit";
    readonly idempotencyKey: true;
    readonly method: "POST";
    readonly path: "/api/v1/quizzes/:id/submit";
    readonly summary: "Submit answers to a quiz";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        kinds: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            choice: "choice";
            listening: "listening";
            matching: "matching";
            ordering: "ordering";
            typed: "typed";
        }>>>;
        answers: z.ZodArray<z.ZodObject<{
            questionId: z.ZodNumber;
            selectedAnswer: z.ZodOptional<z.ZodString>;
            pairs: z.ZodOptional<z.ZodArray<z.ZodObject<{
                left: z.ZodString;
                right: z.ZodString;
            }, z.core.$strip>>>;
            order: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            quizId: z.ZodNumber;
            totalQuestions: z.ZodNumber;
            correctAnswers: z.ZodNumber;
            score: z.ZodNumber;
            passed: z.ZodBoolean;
            results: z.ZodArray<z.ZodObject<{
                questionId: z.ZodNumber;
                question: z.ZodString;
                userAnswer: z.ZodNullable<z.ZodString>;
                correctAnswer: z.ZodNullable<z.ZodString>;
                isCorrect: z.ZodBoolean;
                almost: z.ZodBoolean;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare function canBeChoice(options: Pick<QuestionFields, 'kind' | 'options'>): boolean;
export declare function hasStaleQuestionRecording(questions: readonly Pick<QuestionFields, 'question' | 'options' | 'correctAnswer' | 'recordings'>[]): boolean;
export declare function lacksRecording(options: Pick<QuestionFields, 'kind' | 'correctAnswer' | 'recordings'>): boolean;
export type QuestionKind = (typeof questionKinds)[number];
export type QuestionPair = z.infer<typeof pairSchema>;
export type QuestionUses = z.infer<typeof questionUses>;
export type Quiz = z.infer<typeof quizSchema>;
export type QuizContents = z.output<typeof quizContents>;
export type QuizStatus = (typeof quizStatuses)[number];
import { z } from 'zod';
type QuestionFields = z.output<typeof questionFields>;

// stats/analytics.ts
declare const analyticsSchema: z.ZodObject<{
    hasLearners: z.ZodBoolean;
    from: z.ZodString;
    to: z.ZodString;
    days: z.ZodArray<z.ZodObject<{
        newLearners: z.ZodNumber;
        lessonsOpened: z.ZodNumber;
        lessonsFinished: z.ZodNumber;
        answers: z.ZodNumber;
        tries: z.ZodNumber;
        passed: z.ZodNumber;
        day: z.ZodString;
        activeLearners: z.ZodNumber;
    }, z.core.$strip>>;
    weeks: z.ZodArray<z.ZodObject<{
        monday: z.ZodString;
        activeLearners: z.ZodNumber;
    }, z.core.$strip>>;
    totals: z.ZodObject<{
        newLearners: z.ZodNumber;
        lessonsOpened: z.ZodNumber;
        lessonsFinished: z.ZodNumber;
        answers: z.ZodNumber;
        tries: z.ZodNumber;
        passed: z.ZodNumber;
    }, z.core.$strip>;
    totalsBefore: z.ZodObject<{
        newLearners: z.ZodNumber;
        lessonsOpened: z.ZodNumber;
        lessonsFinished: z.ZodNumber;
        answers: z.ZodNumber;
        tries: z.ZodNumber;
        passed: z.ZodNumber;
    }, z.core.$strip>;
    scores: z.ZodArray<z.ZodNumber>;
    months: z.ZodOptional<z.ZodArray<z.ZodObject<{
        month: z.ZodString;
        purchases: z.ZodNumber;
        revenue: z.ZodNumber;
        refunded: z.ZodNumber;
    }, z.core.$strip>>>;
    courses: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        isFree: z.ZodBoolean;
        learners: z.ZodNumber;
        finishedShare: z.ZodNullable<z.ZodNumber>;
        purchases: z.ZodOptional<z.ZodNumber>;
        revenue: z.ZodOptional<z.ZodNumber>;
        refunded: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    stops: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        opened: z.ZodNumber;
        finished: z.ZodNumber;
    }, z.core.$strip>>;
    words: z.ZodArray<z.ZodObject<{
        tries: z.ZodNumber;
        right: z.ZodNumber;
        instead: z.ZodArray<z.ZodObject<{
            answer: z.ZodString;
            picks: z.ZodNumber;
        }, z.core.$strip>>;
        word: z.ZodString;
        questions: z.ZodNumber;
    }, z.core.$strip>>;
    questions: z.ZodArray<z.ZodObject<{
        tries: z.ZodNumber;
        right: z.ZodNumber;
        instead: z.ZodArray<z.ZodObject<{
            answer: z.ZodString;
            picks: z.ZodNumber;
        }, z.core.$strip>>;
        quizId: z.ZodNumber;
        questionId: z.ZodNumber;
        question: z.ZodString;
    }, z.core.$strip>>;
    learners: z.ZodNumber;
    purchasesPer100: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    wordCount: z.ZodNumber;
    recordedWords: z.ZodNumber;
}, z.core.$strip>;
declare const totalsSchema: z.ZodObject<{
    newLearners: z.ZodNumber;
    lessonsOpened: z.ZodNumber;
    lessonsFinished: z.ZodNumber;
    answers: z.ZodNumber;
    tries: z.ZodNumber;
    passed: z.ZodNumber;
}, z.core.$strip>;
export declare const analyticsGet: {
    readonly id: "analytics.get";
    readonly service: "stats";
    readonly method: "GET";
    readonly path: "/api/analytics";
    readonly access: "session";
    readonly summary: "Analytics of a period";
    readonly query: z.ZodObject<{
        from: z.ZodOptional<z.ZodISODate>;
        to: z.ZodOptional<z.ZodISODate>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        hasLearners: z.ZodBoolean;
        from: z.ZodString;
        to: z.ZodString;
        days: z.ZodArray<z.ZodObject<{
            newLearners: z.ZodNumber;
            lessonsOpened: z.ZodNumber;
            lessonsFinished: z.ZodNumber;
            answers: z.ZodNumber;
            tries: z.ZodNumber;
            passed: z.ZodNumber;
            day: z.ZodString;
            activeLearners: z.ZodNumber;
        }, z.core.$strip>>;
        weeks: z.ZodArray<z.ZodObject<{
            monday: z.ZodString;
            activeLearners: z.ZodNumber;
        }, z.core.$strip>>;
        totals: z.ZodObject<{
            newLearners: z.ZodNumber;
            lessonsOpened: z.ZodNumber;
            lessonsFinished: z.ZodNumber;
            answers: z.ZodNumber;
            tries: z.ZodNumber;
            passed: z.ZodNumber;
        }, z.core.$strip>;
        totalsBefore: z.ZodObject<{
            newLearners: z.ZodNumber;
            lessonsOpened: z.ZodNumber;
            lessonsFinished: z.ZodNumber;
            answers: z.ZodNumber;
            tries: z.ZodNumber;
            passed: z.ZodNumber;
        }, z.core.$strip>;
        scores: z.ZodArray<z.ZodNumber>;
        months: z.ZodOptional<z.ZodArray<z.ZodObject<{
            month: z.ZodString;
            purchases: z.ZodNumber;
            revenue: z.ZodNumber;
            refunded: z.ZodNumber;
        }, z.core.$strip>>>;
        courses: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            isFree: z.ZodBoolean;
            learners: z.ZodNumber;
            finishedShare: z.ZodNullable<z.ZodNumber>;
            purchases: z.ZodOptional<z.ZodNumber>;
            revenue: z.ZodOptional<z.ZodNumber>;
            refunded: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>>;
        stops: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            opened: z.ZodNumber;
            finished: z.ZodNumber;
        }, z.core.$strip>>;
        words: z.ZodArray<z.ZodObject<{
            tries: z.ZodNumber;
            right: z.ZodNumber;
            instead: z.ZodArray<z.ZodObject<{
                answer: z.ZodString;
                picks: z.ZodNumber;
            }, z.core.$strip>>;
            word: z.ZodString;
            questions: z.ZodNumber;
        }, z.core.$strip>>;
        questions: z.ZodArray<z.ZodObject<{
            tries: z.ZodNumber;
            right: z.ZodNumber;
            instead: z.ZodArray<z.ZodObject<{
                answer: z.ZodString;
                picks: z.ZodNumber;
            }, z.core.$strip>>;
            quizId: z.ZodNumber;
            questionId: z.ZodNumber;
            question: z.ZodString;
        }, z.core.$strip>>;
        learners: z.ZodNumber;
        purchasesPer100: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        wordCount: z.ZodNumber;
        recordedWords: z.ZodNumber;
    }, z.core.$strip>;
};
export declare const analyticsLimits: {
    readonly days: 366;
    readonly listed: 15;
    readonly courses: 100;
    readonly minTries: 5;
};
export type Analytics = z.infer<typeof analyticsSchema>;
export type AnalyticsTotals = z.infer<typeof totalsSchema>;
import { z } from 'zod';

// stats/dashboard.ts
declare const dashboardStatsSchema: z.ZodObject<{
    totalMainLessons: z.ZodNumber;
    mainLessonsGrowth: z.ZodNumber;
    premiumMainLessons: z.ZodNumber;
    avgPrice: z.ZodNumber;
    freeMainLessons: z.ZodNumber;
    totalLessons: z.ZodNumber;
    lessonsGrowth: z.ZodNumber;
    totalQuizzes: z.ZodNumber;
    quizzesGrowth: z.ZodNumber;
    totalUsers: z.ZodNumber;
    usersGrowth: z.ZodNumber;
    totalActiveUsers: z.ZodNumber;
    activeUsersGrowth: z.ZodNumber;
    totalPurchaseHistoryComplete: z.ZodOptional<z.ZodNumber>;
    purchasesGrowth: z.ZodOptional<z.ZodNumber>;
    lessonsByType: z.ZodArray<z.ZodObject<{
        lessonTypeId: z.ZodNumber;
        title: z.ZodString;
        count: z.ZodNumber;
    }, z.core.$strip>>;
    learningByDay: z.ZodOptional<z.ZodArray<z.ZodObject<{
        day: z.ZodString;
        activeLearners: z.ZodNumber;
        lessonsFinished: z.ZodNumber;
        answers: z.ZodNumber;
    }, z.core.$strip>>>;
    figuresByDay: z.ZodOptional<z.ZodObject<{
        totalMainLessons: z.ZodArray<z.ZodNumber>;
        premiumMainLessons: z.ZodArray<z.ZodNumber>;
        freeMainLessons: z.ZodArray<z.ZodNumber>;
        totalLessons: z.ZodArray<z.ZodNumber>;
        totalQuizzes: z.ZodArray<z.ZodNumber>;
        totalUsers: z.ZodArray<z.ZodNumber>;
        totalActiveUsers: z.ZodArray<z.ZodNumber>;
        totalPurchaseHistoryComplete: z.ZodOptional<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>;
    attention: z.ZodOptional<z.ZodObject<{
        oldMainLessonDrafts: z.ZodNumber;
        oldLessonDrafts: z.ZodNumber;
        oldQuizDrafts: z.ZodNumber;
        staleLessonRecordings: z.ZodNumber;
        staleQuizRecordings: z.ZodNumber;
        mainLessonReviews: z.ZodOptional<z.ZodNumber>;
        lessonReviews: z.ZodOptional<z.ZodNumber>;
        quizReviews: z.ZodOptional<z.ZodNumber>;
        failedPayments: z.ZodOptional<z.ZodNumber>;
        pendingRefunds: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    recent: z.ZodObject<{
        mainLessons: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            status: z.ZodString;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        lessons: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            status: z.ZodString;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        quizzes: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            status: z.ZodString;
            hiddenBy: z.ZodOptional<z.ZodObject<{
                entity: z.ZodEnum<{
                    lesson: "lesson";
                    "main-lesson": "main-lesson";
                }>;
                id: z.ZodNumber;
            }, z.core.$strip>>;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
declare const learningDaySchema: z.ZodObject<{
    day: z.ZodString;
    activeLearners: z.ZodNumber;
    lessonsFinished: z.ZodNumber;
    answers: z.ZodNumber;
}, z.core.$strip>;
export declare const dashboardStatsGet: {
    readonly id: "dashboard.stats";
    readonly service: "stats";
    readonly method: "GET";
    readonly path: "/api/dashboard/stats";
    readonly access: "session";
    readonly summary: "Dashboard statistics";
    readonly sharedByRole: true;
    readonly response: z.ZodObject<{
        totalMainLessons: z.ZodNumber;
        mainLessonsGrowth: z.ZodNumber;
        premiumMainLessons: z.ZodNumber;
        avgPrice: z.ZodNumber;
        freeMainLessons: z.ZodNumber;
        totalLessons: z.ZodNumber;
        lessonsGrowth: z.ZodNumber;
        totalQuizzes: z.ZodNumber;
        quizzesGrowth: z.ZodNumber;
        totalUsers: z.ZodNumber;
        usersGrowth: z.ZodNumber;
        totalActiveUsers: z.ZodNumber;
        activeUsersGrowth: z.ZodNumber;
        totalPurchaseHistoryComplete: z.ZodOptional<z.ZodNumber>;
        purchasesGrowth: z.ZodOptional<z.ZodNumber>;
        lessonsByType: z.ZodArray<z.ZodObject<{
            lessonTypeId: z.ZodNumber;
            title: z.ZodString;
            count: z.ZodNumber;
        }, z.core.$strip>>;
        learningByDay: z.ZodOptional<z.ZodArray<z.ZodObject<{
            day: z.ZodString;
            activeLearners: z.ZodNumber;
            lessonsFinished: z.ZodNumber;
            answers: z.ZodNumber;
        }, z.core.$strip>>>;
        figuresByDay: z.ZodOptional<z.ZodObject<{
            totalMainLessons: z.ZodArray<z.ZodNumber>;
            premiumMainLessons: z.ZodArray<z.ZodNumber>;
            freeMainLessons: z.ZodArray<z.ZodNumber>;
            totalLessons: z.ZodArray<z.ZodNumber>;
            totalQuizzes: z.ZodArray<z.ZodNumber>;
            totalUsers: z.ZodArray<z.ZodNumber>;
            totalActiveUsers: z.ZodArray<z.ZodNumber>;
            totalPurchaseHistoryComplete: z.ZodOptional<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        attention: z.ZodOptional<z.ZodObject<{
            oldMainLessonDrafts: z.ZodNumber;
            oldLessonDrafts: z.ZodNumber;
            oldQuizDrafts: z.ZodNumber;
            staleLessonRecordings: z.ZodNumber;
            staleQuizRecordings: z.ZodNumber;
            mainLessonReviews: z.ZodOptional<z.ZodNumber>;
            lessonReviews: z.ZodOptional<z.ZodNumber>;
            quizReviews: z.ZodOptional<z.ZodNumber>;
            failedPayments: z.ZodOptional<z.ZodNumber>;
            pendingRefunds: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>>;
        recent: z.ZodObject<{
            mainLessons: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                status: z.ZodString;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
            lessons: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                status: z.ZodString;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
            quizzes: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                status: z.ZodString;
                hiddenBy: z.ZodOptional<z.ZodObject<{
                    entity: z.ZodEnum<{
                        lesson: "lesson";
                        "main-lesson": "main-lesson";
                    }>;
                    id: z.ZodNumber;
                }, z.core.$strip>>;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const learningDays = 30;
export declare const recentContentLimits: {
    readonly mainLessons: 3;
    readonly lessons: 3;
    readonly quizzes: 2;
    readonly total: 8;
};
export type DashboardStats = z.infer<typeof dashboardStatsSchema>;
export type LearningDay = z.infer<typeof learningDaySchema>;
import { z } from 'zod';

// transfer/csv-formula.ts
export declare const byteOrderMark = "\uFEFF";
export declare function escapeCsvFormula(text: string): string;
export declare function unescapeCsvFormula(cell: string): string;

// transfer/import.ts
declare const importCellSchema: z.ZodObject<{
    name: z.ZodString;
    label: z.ZodString;
    value: z.ZodString;
    original: z.ZodString;
    problems: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
declare const importLineSchema: z.ZodObject<{
    line: z.ZodNumber;
    thing: z.ZodString;
    title: z.ZodString;
    outcome: z.ZodEnum<{
        change: "change";
        create: "create";
        refuse: "refuse";
        unchanged: "unchanged";
    }>;
    notes: z.ZodArray<z.ZodString>;
    correction: z.ZodOptional<z.ZodObject<{
        place: z.ZodNumber;
        cells: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            label: z.ZodString;
            value: z.ZodString;
            original: z.ZodString;
            problems: z.ZodArray<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const importTableSchema: z.ZodObject<{
    sheets: z.ZodArray<z.ZodString>;
    sheet: z.ZodNullable<z.ZodString>;
    encoding: z.ZodNullable<z.ZodEnum<{
        "utf-16": "utf-16";
        "utf-8": "utf-8";
        "windows-1252": "windows-1252";
    }>>;
    columns: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        samples: z.ZodArray<z.ZodString>;
        field: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    fields: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        label: z.ZodString;
        required: z.ZodBoolean;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const contentImports: {
    list: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: "imports.content.list" | "imports.quizzes.list" | "imports.users.list";
        readonly method: "GET";
        readonly path: string;
        readonly summary: "The user's last 20 imports, the newest first";
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "State and progress of an import";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    lines: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Result of the dry run, line by line; lists the first 1,000 refused lines";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            outcome: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"change" | "create" | "refuse" | "unchanged" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            lines: z.ZodArray<z.ZodObject<{
                line: z.ZodNumber;
                thing: z.ZodString;
                title: z.ZodString;
                outcome: z.ZodEnum<{
                    change: "change";
                    create: "create";
                    refuse: "refuse";
                    unchanged: "unchanged";
                }>;
                notes: z.ZodArray<z.ZodString>;
                correction: z.ZodOptional<z.ZodObject<{
                    place: z.ZodNumber;
                    cells: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        value: z.ZodString;
                        original: z.ZodString;
                        problems: z.ZodArray<z.ZodString>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            total: z.ZodNumber;
        }, z.core.$strip>;
    };
    setColumns: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Say which column of a table is which field, and check it again";
        readonly body: z.ZodObject<{
            sheet: z.ZodOptional<z.ZodString>;
            fields: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodNumber>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    check: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Correct refused lines, or choose what is created, and check the file again";
        readonly body: z.ZodObject<{
            create: z.ZodOptional<z.ZodArray<z.ZodString>>;
            lines: z.ZodOptional<z.ZodArray<z.ZodObject<{
                place: z.ZodNumber;
                cells: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strip>>>;
            replacements: z.ZodOptional<z.ZodArray<z.ZodObject<{
                field: z.ZodString;
                from: z.ZodString;
                to: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
        readonly bodyLimit: number;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    refused: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "The refused lines with their reasons, as a file of the same format; 409 above 1,000 lines";
        readonly responseType: "binary";
        readonly response: z.ZodUnknown;
    };
    apply: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Apply the lines of a checked import that are not refused, all of them or nothing";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    retry: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Resume the rollback of a stopped import; an admin may do so for others";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    changesSince: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "What has changed since an import; the first 100";
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>>;
            total: z.ZodNumber;
            items: z.ZodNumber;
        }, z.core.$strip>;
    };
    undo: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Cancel or undo an import, but for what has changed since; 409 later than 30 days";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    discard: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Discard an import that was not applied";
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export declare const importCorrectionLimits: {
    readonly cells: 40;
    readonly lines: 1000;
    readonly replacements: 100;
};
export declare const importEncodings: readonly ['utf-8', 'utf-16', 'windows-1252'];
export declare const importMessages: {
    readonly missing: 'Choose a file to import';
    readonly tooLarge: 'The file is larger than 64 MB';
    readonly notTheFormat: 'This file was not exported from this console';
    readonly empty: 'The file contains nothing to import';
    readonly broken: 'The file is damaged or incomplete';
    readonly notUtf8: 'The file is not encoded as UTF-8';
    readonly tooManyRows: 'The file has too many rows';
    readonly tooManyItems: 'The file has more than 100,000 items. Split it into several files';
    readonly tooManyRefusals: 'More than 100,000 lines are refused. Correct the file and check it again';
    readonly itemTooLarge: 'An item in the file is too large to import';
    readonly refused: 'Some lines are refused. The others can be imported without them';
    readonly allRefused: 'No line of this file can be imported';
    readonly tooManyToDownload: 'More than 1,000 lines are refused. Correct the original file and check it again';
    readonly notChecked: 'This import has not been checked yet';
    readonly changedMeanwhile: 'Content has changed since the check. Check the file again';
    readonly checkFailed: 'The file could not be checked. Upload it again. If the problem persists, contact an administrator';
    readonly applyFailed: 'Something went wrong. Import the file again. If the problem persists, contact an administrator';
    readonly stopped: 'Some changes could not be undone. Try again. If the problem persists, contact an administrator';
    readonly notCorrectable: 'This line cannot be corrected here. Download it, correct the file, and check it again';
    readonly tooManyCorrections: 'There are too many corrections. Download the refused lines, correct the file, and check it again';
    readonly columns: 'Choose one column for each required field';
    readonly notUndoable: 'This import can no longer be undone';
    readonly password: 'The Excel file has a password. Remove it and upload the file again';
    readonly oldExcel: 'This is a file of an old version of Excel. Save it as .xlsx and upload it again';
    readonly tooLargeForExcel: 'Excel cannot hold this: a cell has at most 32,767 characters, a sheet 1,048,576 rows. Choose CSV';
    readonly tooLargeUnpacked: 'The Excel file is larger than 256 MB when unpacked';
    readonly notStopped: 'This import has not stopped';
    readonly underWay: 'This import is being applied';
    readonly tooManyOpen: 'Wait until an import is finished. At most 5 can be under way';
    readonly applied: 'This import has already been applied';
    readonly discarded: 'Import discarded';
};
export declare const importOutcomes: readonly ['create', 'change', 'unchanged', 'refuse'];
export declare const importSchema: z.ZodObject<{
    id: z.ZodNumber;
    kind: z.ZodEnum<{
        lessons: "lessons";
        people: "people";
        quizzes: "quizzes";
        vocabulary: "vocabulary";
    }>;
    fileName: z.ZodString;
    state: z.ZodEnum<{
        applied: "applied";
        applying: "applying";
        checked: "checked";
        checking: "checking";
        failed: "failed";
        mapping: "mapping";
        stopped: "stopped";
        undoing: "undoing";
        undone: "undone";
    }>;
    progress: z.ZodObject<{
        done: z.ZodNumber;
        total: z.ZodNullable<z.ZodNumber>;
    }, z.core.$strip>;
    counts: z.ZodObject<{
        create: z.ZodNumber;
        change: z.ZodNumber;
        unchanged: z.ZodNumber;
        refuse: z.ZodNumber;
    }, z.core.$strip>;
    workingCopies: z.ZodOptional<z.ZodNumber>;
    table: z.ZodOptional<z.ZodObject<{
        sheets: z.ZodArray<z.ZodString>;
        sheet: z.ZodNullable<z.ZodString>;
        encoding: z.ZodNullable<z.ZodEnum<{
            "utf-16": "utf-16";
            "utf-8": "utf-8";
            "windows-1252": "windows-1252";
        }>>;
        columns: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            samples: z.ZodArray<z.ZodString>;
            field: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        fields: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            label: z.ZodString;
            required: z.ZodBoolean;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
        thing: z.ZodString;
        count: z.ZodNumber;
        titles: z.ZodArray<z.ZodString>;
        isCreated: z.ZodBoolean;
    }, z.core.$strip>>>;
    undoUntil: z.ZodOptional<z.ZodString>;
    problem: z.ZodNullable<z.ZodString>;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const importStates: readonly ['mapping', 'checking', 'checked', 'applying', 'applied', 'undoing', 'stopped', 'undone', 'failed'];
export declare const importUndoDays = 30;
export declare const maxImportCellLength = 5000;
export declare const maxImportFileBytes: number;
export declare const maxListedRefusedLines = 1000;
export declare const peopleImports: {
    readonly list: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: "imports.content.list" | "imports.quizzes.list" | "imports.users.list";
        readonly method: "GET";
        readonly path: string;
        readonly summary: "The user's last 20 imports, the newest first";
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    readonly get: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "State and progress of an import";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    readonly lines: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Result of the dry run, line by line; lists the first 1,000 refused lines";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            outcome: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"change" | "create" | "refuse" | "unchanged" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            lines: z.ZodArray<z.ZodObject<{
                line: z.ZodNumber;
                thing: z.ZodString;
                title: z.ZodString;
                outcome: z.ZodEnum<{
                    change: "change";
                    create: "create";
                    refuse: "refuse";
                    unchanged: "unchanged";
                }>;
                notes: z.ZodArray<z.ZodString>;
                correction: z.ZodOptional<z.ZodObject<{
                    place: z.ZodNumber;
                    cells: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        value: z.ZodString;
                        original: z.ZodString;
                        problems: z.ZodArray<z.ZodString>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            total: z.ZodNumber;
        }, z.core.$strip>;
    };
    readonly setColumns: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Say which column of a table is which field, and check it again";
        readonly body: z.ZodObject<{
            sheet: z.ZodOptional<z.ZodString>;
            fields: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodNumber>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    readonly check: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Correct refused lines, or choose what is created, and check the file again";
        readonly body: z.ZodObject<{
            create: z.ZodOptional<z.ZodArray<z.ZodString>>;
            lines: z.ZodOptional<z.ZodArray<z.ZodObject<{
                place: z.ZodNumber;
                cells: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strip>>>;
            replacements: z.ZodOptional<z.ZodArray<z.ZodObject<{
                field: z.ZodString;
                from: z.ZodString;
                to: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
        readonly bodyLimit: number;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    readonly refused: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "The refused lines with their reasons, as a file of the same format; 409 above 1,000 lines";
        readonly responseType: "binary";
        readonly response: z.ZodUnknown;
    };
    readonly retry: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Resume the rollback of a stopped import; an admin may do so for others";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    readonly changesSince: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "What has changed since an import; the first 100";
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>>;
            total: z.ZodNumber;
            items: z.ZodNumber;
        }, z.core.$strip>;
    };
    readonly undo: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Cancel or undo an import, but for what has changed since; 409 later than 30 days";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    readonly discard: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Discard an import that was not applied";
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    readonly apply: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly summary: "Apply the lines of a checked import that are not refused, all of them or nothing";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
        readonly recentProof: true;
    };
};
export declare const quizImports: {
    list: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: "imports.content.list" | "imports.quizzes.list" | "imports.users.list";
        readonly method: "GET";
        readonly path: string;
        readonly summary: "The user's last 20 imports, the newest first";
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "State and progress of an import";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    lines: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Result of the dry run, line by line; lists the first 1,000 refused lines";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            outcome: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"change" | "create" | "refuse" | "unchanged" | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            lines: z.ZodArray<z.ZodObject<{
                line: z.ZodNumber;
                thing: z.ZodString;
                title: z.ZodString;
                outcome: z.ZodEnum<{
                    change: "change";
                    create: "create";
                    refuse: "refuse";
                    unchanged: "unchanged";
                }>;
                notes: z.ZodArray<z.ZodString>;
                correction: z.ZodOptional<z.ZodObject<{
                    place: z.ZodNumber;
                    cells: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        value: z.ZodString;
                        original: z.ZodString;
                        problems: z.ZodArray<z.ZodString>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            total: z.ZodNumber;
        }, z.core.$strip>;
    };
    setColumns: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Say which column of a table is which field, and check it again";
        readonly body: z.ZodObject<{
            sheet: z.ZodOptional<z.ZodString>;
            fields: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodNumber>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    check: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Correct refused lines, or choose what is created, and check the file again";
        readonly body: z.ZodObject<{
            create: z.ZodOptional<z.ZodArray<z.ZodString>>;
            lines: z.ZodOptional<z.ZodArray<z.ZodObject<{
                place: z.ZodNumber;
                cells: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strip>>>;
            replacements: z.ZodOptional<z.ZodArray<z.ZodObject<{
                field: z.ZodString;
                from: z.ZodString;
                to: z.ZodString;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
        readonly bodyLimit: number;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    refused: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "The refused lines with their reasons, as a file of the same format; 409 above 1,000 lines";
        readonly responseType: "binary";
        readonly response: z.ZodUnknown;
    };
    apply: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Apply the lines of a checked import that are not refused, all of them or nothing";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    retry: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Resume the rollback of a stopped import; an admin may do so for others";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    changesSince: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "What has changed since an import; the first 100";
        readonly response: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                id: z.ZodNumber;
                title: z.ZodString;
            }, z.core.$strip>>;
            total: z.ZodNumber;
            items: z.ZodNumber;
        }, z.core.$strip>;
    };
    undo: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Cancel or undo an import, but for what has changed since; 409 later than 30 days";
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            kind: z.ZodEnum<{
                lessons: "lessons";
                people: "people";
                quizzes: "quizzes";
                vocabulary: "vocabulary";
            }>;
            fileName: z.ZodString;
            state: z.ZodEnum<{
                applied: "applied";
                applying: "applying";
                checked: "checked";
                checking: "checking";
                failed: "failed";
                mapping: "mapping";
                stopped: "stopped";
                undoing: "undoing";
                undone: "undone";
            }>;
            progress: z.ZodObject<{
                done: z.ZodNumber;
                total: z.ZodNullable<z.ZodNumber>;
            }, z.core.$strip>;
            counts: z.ZodObject<{
                create: z.ZodNumber;
                change: z.ZodNumber;
                unchanged: z.ZodNumber;
                refuse: z.ZodNumber;
            }, z.core.$strip>;
            workingCopies: z.ZodOptional<z.ZodNumber>;
            table: z.ZodOptional<z.ZodObject<{
                sheets: z.ZodArray<z.ZodString>;
                sheet: z.ZodNullable<z.ZodString>;
                encoding: z.ZodNullable<z.ZodEnum<{
                    "utf-16": "utf-16";
                    "utf-8": "utf-8";
                    "windows-1252": "windows-1252";
                }>>;
                columns: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    samples: z.ZodArray<z.ZodString>;
                    field: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>>;
                fields: z.ZodArray<z.ZodObject<{
                    name: z.ZodString;
                    label: z.ZodString;
                    required: z.ZodBoolean;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                thing: z.ZodString;
                count: z.ZodNumber;
                titles: z.ZodArray<z.ZodString>;
                isCreated: z.ZodBoolean;
            }, z.core.$strip>>>;
            undoUntil: z.ZodOptional<z.ZodString>;
            problem: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    discard: {
        readonly service: TransferService;
        readonly access: TransferAccess;
        readonly id: `imports.content.${string}` | `imports.quizzes.${string}` | `imports.users.${string}`;
        readonly method: HttpMethod;
        readonly path: `${string}/:id${string}`;
    } & {
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
    } & {
        readonly summary: "Discard an import that was not applied";
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export declare const tableFormats: readonly ['csv', 'xlsx'];
export declare const transferKinds: readonly ['lessons', 'vocabulary', 'quizzes', 'people'];
export declare const transfers: {
    readonly lessons: {
        readonly export: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.export" | "people.export" | "quizzes.export" | "vocabulary.export";
            readonly path: "/api/export/lessons" | "/api/export/people" | "/api/export/quizzes" | "/api/export/vocabulary";
            readonly query: z.ZodObject<{
                mainLessonId: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                workingCopies: z.ZodOptional<z.ZodEnum<{
                    false: "false";
                    true: "true";
                }>>;
            }, z.core.$strip>;
            readonly summary: `Export ${string}`;
            readonly responseTimeoutMs: 60000;
        };
        readonly import: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly id: "lessons.import" | "people.import" | "quizzes.import" | "vocabulary.import";
            readonly method: "POST";
            readonly path: "/api/import/lessons" | "/api/import/people" | "/api/import/quizzes" | "/api/import/vocabulary";
            readonly summary: `Check ${string} before importing it`;
            readonly bodyType: "multipart";
            readonly bodyLimit: number;
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        readonly template: null;
    };
    readonly vocabulary: {
        export: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.export" | "people.export" | "quizzes.export" | "vocabulary.export";
            readonly path: "/api/export/lessons" | "/api/export/people" | "/api/export/quizzes" | "/api/export/vocabulary";
            readonly query: z.ZodObject<{
                mainLessonId: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                workingCopies: z.ZodOptional<z.ZodEnum<{
                    false: "false";
                    true: "true";
                }>>;
                format: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"csv" | "xlsx" | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly summary: `Export ${string}`;
            readonly responseTimeoutMs: 60000;
        };
        import: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly id: "lessons.import" | "people.import" | "quizzes.import" | "vocabulary.import";
            readonly method: "POST";
            readonly path: "/api/import/lessons" | "/api/import/people" | "/api/import/quizzes" | "/api/import/vocabulary";
            readonly summary: `Check ${string} before importing it`;
            readonly bodyType: "multipart";
            readonly bodyLimit: number;
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        template: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.template" | "people.template" | "quizzes.template" | "vocabulary.template";
            readonly path: "/api/import/lessons/template" | "/api/import/people/template" | "/api/import/quizzes/template" | "/api/import/vocabulary/template";
            readonly query: z.ZodObject<{
                format: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"csv" | "xlsx" | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly summary: "A template for a table of lessons" | "A template for a table of people" | "A template for a table of quizzes" | "A template for a table of vocabulary";
        };
    };
    readonly quizzes: {
        export: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.export" | "people.export" | "quizzes.export" | "vocabulary.export";
            readonly path: "/api/export/lessons" | "/api/export/people" | "/api/export/quizzes" | "/api/export/vocabulary";
            readonly query: z.ZodObject<{
                mainLessonId: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
                workingCopies: z.ZodOptional<z.ZodEnum<{
                    false: "false";
                    true: "true";
                }>>;
                format: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"csv" | "json" | "xlsx" | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly summary: `Export ${string}`;
            readonly responseTimeoutMs: 60000;
        };
        import: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly id: "lessons.import" | "people.import" | "quizzes.import" | "vocabulary.import";
            readonly method: "POST";
            readonly path: "/api/import/lessons" | "/api/import/people" | "/api/import/quizzes" | "/api/import/vocabulary";
            readonly summary: `Check ${string} before importing it`;
            readonly bodyType: "multipart";
            readonly bodyLimit: number;
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        template: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.template" | "people.template" | "quizzes.template" | "vocabulary.template";
            readonly path: "/api/import/lessons/template" | "/api/import/people/template" | "/api/import/quizzes/template" | "/api/import/vocabulary/template";
            readonly query: z.ZodObject<{
                format: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"csv" | "xlsx" | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly summary: "A template for a table of lessons" | "A template for a table of people" | "A template for a table of quizzes" | "A template for a table of vocabulary";
        };
    };
    readonly people: {
        export: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.export" | "people.export" | "quizzes.export" | "vocabulary.export";
            readonly path: "/api/export/lessons" | "/api/export/people" | "/api/export/quizzes" | "/api/export/vocabulary";
            readonly query: z.ZodObject<{
                format: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"csv" | "xlsx" | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly summary: `Export ${string}`;
            readonly responseTimeoutMs: 60000;
        };
        import: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly id: "lessons.import" | "people.import" | "quizzes.import" | "vocabulary.import";
            readonly method: "POST";
            readonly path: "/api/import/lessons" | "/api/import/people" | "/api/import/quizzes" | "/api/import/vocabulary";
            readonly summary: `Check ${string} before importing it`;
            readonly bodyType: "multipart";
            readonly bodyLimit: number;
            readonly response: z.ZodObject<{
                id: z.ZodNumber;
                kind: z.ZodEnum<{
                    lessons: "lessons";
                    people: "people";
                    quizzes: "quizzes";
                    vocabulary: "vocabulary";
                }>;
                fileName: z.ZodString;
                state: z.ZodEnum<{
                    applied: "applied";
                    applying: "applying";
                    checked: "checked";
                    checking: "checking";
                    failed: "failed";
                    mapping: "mapping";
                    stopped: "stopped";
                    undoing: "undoing";
                    undone: "undone";
                }>;
                progress: z.ZodObject<{
                    done: z.ZodNumber;
                    total: z.ZodNullable<z.ZodNumber>;
                }, z.core.$strip>;
                counts: z.ZodObject<{
                    create: z.ZodNumber;
                    change: z.ZodNumber;
                    unchanged: z.ZodNumber;
                    refuse: z.ZodNumber;
                }, z.core.$strip>;
                workingCopies: z.ZodOptional<z.ZodNumber>;
                table: z.ZodOptional<z.ZodObject<{
                    sheets: z.ZodArray<z.ZodString>;
                    sheet: z.ZodNullable<z.ZodString>;
                    encoding: z.ZodNullable<z.ZodEnum<{
                        "utf-16": "utf-16";
                        "utf-8": "utf-8";
                        "windows-1252": "windows-1252";
                    }>>;
                    columns: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        samples: z.ZodArray<z.ZodString>;
                        field: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        label: z.ZodString;
                        required: z.ZodBoolean;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    thing: z.ZodString;
                    count: z.ZodNumber;
                    titles: z.ZodArray<z.ZodString>;
                    isCreated: z.ZodBoolean;
                }, z.core.$strip>>>;
                undoUntil: z.ZodOptional<z.ZodString>;
                problem: z.ZodNullable<z.ZodString>;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            readonly status: 201;
        };
        template: {
            readonly service: TransferService;
            readonly access: TransferAccess;
            readonly method: 'GET';
            readonly responseType: 'binary';
            readonly response: z.ZodUnknown;
            readonly id: "lessons.template" | "people.template" | "quizzes.template" | "vocabulary.template";
            readonly path: "/api/import/lessons/template" | "/api/import/people/template" | "/api/import/quizzes/template" | "/api/import/vocabulary/template";
            readonly query: z.ZodObject<{
                format: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"csv" | "xlsx" | undefined, string | undefined>>;
            }, z.core.$strip>;
            readonly summary: "A template for a table of lessons" | "A template for a table of people" | "A template for a table of quizzes" | "A template for a table of vocabulary";
        };
    };
};
export type Import = z.infer<typeof importSchema>;
export type ImportCell = z.infer<typeof importCellSchema>;
export type ImportLine = z.infer<typeof importLineSchema>;
export type ImportOutcome = (typeof importOutcomes)[number];
export type ImportState = (typeof importStates)[number];
export type ImportTable = z.infer<typeof importTableSchema>;
export type TransferKind = (typeof transferKinds)[number];
import type { HttpMethod } from '../core/endpoint.ts';
import { z } from 'zod';
type TransferAccess = 'session' | 'admin';
type TransferService = 'content' | 'quizzes' | 'users';

// users/account.endpoints.ts
declare const accountSessionSchema: z.ZodObject<{
    id: z.ZodString;
    userAgent: z.ZodString;
    createdAt: z.ZodString;
    lastUsedAt: z.ZodString;
    proof: z.ZodOptional<z.ZodEnum<{
        code: "code";
        passkey: "passkey";
        password: "password";
        recoveryCode: "recoveryCode";
        schoolAccount: "schoolAccount";
    }>>;
    isCurrent: z.ZodBoolean;
}, z.core.$strip>;
declare const recentItemSchema: z.ZodObject<{
    entity: z.ZodString;
    id: z.ZodNumber;
    title: z.ZodString;
    at: z.ZodString;
}, z.core.$strip>;
export declare const accountGet: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.get";
    readonly method: "GET";
    readonly path: "/api/account";
    readonly summary: "The own account";
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const accountLanguageUpdate: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.language";
    readonly method: "PUT";
    readonly path: "/api/account/language";
    readonly withoutSecondFactor: true;
    readonly summary: "Set the own language and numerals";
    readonly body: z.ZodObject<{
        language: z.ZodNullable<z.ZodEnum<{
            en: "en";
            km: "km";
        }>>;
        numerals: z.ZodNullable<z.ZodEnum<{
            khmr: "khmr";
            latn: "latn";
        }>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        language: z.ZodNullable<z.ZodEnum<{
            en: "en";
            km: "km";
        }>>;
        numerals: z.ZodNullable<z.ZodEnum<{
            khmr: "khmr";
            latn: "latn";
        }>>;
    }, z.core.$strip>;
};
export declare const accountRecentItems: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.recentItems";
    readonly method: "GET";
    readonly path: "/api/account/recent-items";
    readonly summary: "What the own account has edited last";
    readonly response: z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
            at: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const accountSessionsList: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.sessions";
    readonly method: "GET";
    readonly path: "/api/account/sessions";
    readonly withoutSecondFactor: true;
    readonly summary: "The own sessions of the console";
    readonly response: z.ZodObject<{
        sessions: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            userAgent: z.ZodString;
            createdAt: z.ZodString;
            lastUsedAt: z.ZodString;
            proof: z.ZodOptional<z.ZodEnum<{
                code: "code";
                passkey: "passkey";
                password: "password";
                recoveryCode: "recoveryCode";
                schoolAccount: "schoolAccount";
            }>>;
            isCurrent: z.ZodBoolean;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const accountSignOut: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.signOut";
    readonly method: "POST";
    readonly path: "/api/account/sign-out";
    readonly withoutSecondFactor: true;
    readonly summary: "End one or all of the own sessions";
    readonly body: z.ZodObject<{
        session: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const accountUpdate: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.update";
    readonly method: "PUT";
    readonly path: "/api/account";
    readonly summary: "Update the own name and email";
    readonly body: z.ZodObject<{
        firstName: z.ZodOptional<z.ZodString>;
        lastName: z.ZodOptional<z.ZodString>;
        email: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodEmail>>;
        currentPassword: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const maxListedSessions = 100;
export declare const recentItemLimits: {
    readonly examined: 300;
    readonly items: 10;
};
export type AccountSession = z.infer<typeof accountSessionSchema>;
export type RecentItem = z.infer<typeof recentItemSchema>;
import { z } from 'zod';

// users/api-keys.endpoints.ts
export declare const apiKeyDaySchema: z.ZodObject<{
    day: z.ZodString;
    calls: z.ZodNumber;
    errors: z.ZodNumber;
    refused: z.ZodNumber;
}, z.core.$strip>;
export declare const apiKeyLimits: {
    readonly perAdmin: 50;
    readonly name: 100;
    readonly origins: 20;
    readonly quotaPerMinute: 1000000;
    readonly usageDays: 90;
};
export declare const apiKeyPattern: RegExp;
export declare const apiKeyPrefixLength = 12;
export declare const apiKeySchema: z.ZodObject<{
    id: z.ZodNumber;
    userId: z.ZodNumber;
    userName: z.ZodString;
    prefix: z.ZodString;
    name: z.ZodNullable<z.ZodString>;
    scopes: z.ZodArray<z.ZodEnum<{
        orders: "orders";
        read: "read";
        submit: "submit";
    }>>;
    quotaPerMinute: z.ZodNullable<z.ZodNumber>;
    origins: z.ZodArray<z.ZodString>;
    expiresAt: z.ZodNullable<z.ZodString>;
    createdAt: z.ZodString;
    lastUsedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const apiKeySettingsSchema: z.ZodObject<{
    name: z.ZodString;
    scopes: z.ZodPipe<z.ZodArray<z.ZodEnum<{
        orders: "orders";
        read: "read";
        submit: "submit";
    }>>, z.ZodTransform<("orders" | "read" | "submit")[], ("orders" | "read" | "submit")[]>>;
    quotaPerMinute: z.ZodNullable<z.ZodNumber>;
    origins: z.ZodArray<z.ZodString>;
    expiresAt: z.ZodNullable<z.ZodISODateTime>;
}, z.core.$strip>;
export declare const apiKeysCreate: {
    readonly service: 'users';
    readonly access: 'admin';
    readonly id: "apiKeys.create";
    readonly method: "POST";
    readonly path: "/api/api-keys";
    readonly recentProof: true;
    readonly summary: "Register an API key";
    readonly body: z.ZodObject<{
        name: z.ZodOptional<z.ZodString>;
        scopes: z.ZodOptional<z.ZodPipe<z.ZodArray<z.ZodEnum<{
            orders: "orders";
            read: "read";
            submit: "submit";
        }>>, z.ZodTransform<("orders" | "read" | "submit")[], ("orders" | "read" | "submit")[]>>>;
        quotaPerMinute: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        origins: z.ZodOptional<z.ZodArray<z.ZodString>>;
        expiresAt: z.ZodOptional<z.ZodNullable<z.ZodISODateTime>>;
        key: z.ZodString;
        replaces: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        userId: z.ZodNumber;
        userName: z.ZodString;
        prefix: z.ZodString;
        name: z.ZodNullable<z.ZodString>;
        scopes: z.ZodArray<z.ZodEnum<{
            orders: "orders";
            read: "read";
            submit: "submit";
        }>>;
        quotaPerMinute: z.ZodNullable<z.ZodNumber>;
        origins: z.ZodArray<z.ZodString>;
        expiresAt: z.ZodNullable<z.ZodString>;
        createdAt: z.ZodString;
        lastUsedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const apiKeysList: {
    readonly service: 'users';
    readonly access: 'admin';
    readonly id: "apiKeys.list";
    readonly method: "GET";
    readonly path: "/api/api-keys";
    readonly summary: "Active API keys";
    readonly response: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        userId: z.ZodNumber;
        userName: z.ZodString;
        prefix: z.ZodString;
        name: z.ZodNullable<z.ZodString>;
        scopes: z.ZodArray<z.ZodEnum<{
            orders: "orders";
            read: "read";
            submit: "submit";
        }>>;
        quotaPerMinute: z.ZodNullable<z.ZodNumber>;
        origins: z.ZodArray<z.ZodString>;
        expiresAt: z.ZodNullable<z.ZodString>;
        createdAt: z.ZodString;
        lastUsedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
};
export declare const apiKeysRevoke: {
    readonly service: 'users';
    readonly access: 'admin';
    readonly id: "apiKeys.revoke";
    readonly method: "DELETE";
    readonly path: "/api/api-keys/:id";
    readonly summary: "Revoke an API key";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const apiKeysUpdate: {
    readonly service: 'users';
    readonly access: 'admin';
    readonly id: "apiKeys.update";
    readonly method: "PATCH";
    readonly path: "/api/api-keys/:id";
    readonly recentProof: true;
    readonly summary: "Change the settings of an API key";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        name: z.ZodOptional<z.ZodString>;
        scopes: z.ZodOptional<z.ZodPipe<z.ZodArray<z.ZodEnum<{
            orders: "orders";
            read: "read";
            submit: "submit";
        }>>, z.ZodTransform<("orders" | "read" | "submit")[], ("orders" | "read" | "submit")[]>>>;
        quotaPerMinute: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        origins: z.ZodOptional<z.ZodArray<z.ZodString>>;
        expiresAt: z.ZodOptional<z.ZodNullable<z.ZodISODateTime>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        userId: z.ZodNumber;
        userName: z.ZodString;
        prefix: z.ZodString;
        name: z.ZodNullable<z.ZodString>;
        scopes: z.ZodArray<z.ZodEnum<{
            orders: "orders";
            read: "read";
            submit: "submit";
        }>>;
        quotaPerMinute: z.ZodNullable<z.ZodNumber>;
        origins: z.ZodArray<z.ZodString>;
        expiresAt: z.ZodNullable<z.ZodString>;
        createdAt: z.ZodString;
        lastUsedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare const apiKeysUsage: {
    readonly service: 'users';
    readonly access: 'admin';
    readonly id: "apiKeys.usage";
    readonly method: "GET";
    readonly path: "/api/api-keys/:id/usage";
    readonly summary: "Use of an API key per day";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        days: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodArray<z.ZodObject<{
        day: z.ZodString;
        calls: z.ZodNumber;
        errors: z.ZodNumber;
        refused: z.ZodNumber;
    }, z.core.$strip>>;
};
export declare const defaultApiKeySettings: {
    scopes: ("orders" | "read" | "submit")[];
    quotaPerMinute: null;
    origins: never[];
    expiresAt: null;
};
export type ApiKey = z.infer<typeof apiKeySchema>;
export type ApiKeyDay = z.infer<typeof apiKeyDaySchema>;
export type ApiKeySettings = z.output<typeof apiKeySettingsSchema>;
import { z } from 'zod';

// users/auth.endpoints.ts
export declare const authAppleLogin: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.apple";
    readonly method: "POST";
    readonly path: "/api/auth/verify-apple-id-token";
    readonly summary: "Sign in as a learner with Apple";
    readonly body: z.ZodPreprocess<z.ZodObject<{
        idToken: z.ZodString;
        nonce: z.ZodString;
        firstName: z.ZodOptional<z.ZodString>;
        lastName: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, unknown>;
    readonly bodyLimit: number;
    readonly response: z.ZodObject<{
        accessToken: z.ZodString;
        token: z.ZodString;
        refreshToken: z.ZodString;
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            name: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const authChangePassword: {
    readonly service: "users";
    readonly access: 'session';
    readonly id: "auth.changePassword";
    readonly method: "PUT";
    readonly path: "/api/auth/change-password";
    readonly summary: "Change a password; needs the current one";
    readonly body: z.ZodObject<{
        currentPassword: z.ZodString;
        newPassword: z.ZodString;
        id: z.ZodNumber;
        confirmPassword: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const authConfirmEmail: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.confirmEmail";
    readonly method: "POST";
    readonly path: "/api/auth/confirm-email";
    readonly summary: "Confirm an email address with the token from the link";
    readonly body: z.ZodObject<{
        token: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const authConsoleLogin: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.admin";
    readonly method: "POST";
    readonly path: "/api/auth/admin";
    readonly summary: "Sign in to the console";
    readonly body: z.ZodObject<{
        email: z.ZodPipe<z.ZodString, z.ZodEmail>;
        password: z.ZodString;
        code: z.ZodOptional<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>, z.ZodString>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const authForgotPassword: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.forgotPassword";
    readonly method: "POST";
    readonly path: "/api/auth/forgot-password";
    readonly summary: "Request a password reset link";
    readonly body: z.ZodObject<{
        email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const authGoogleLogin: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.google";
    readonly method: "POST";
    readonly path: "/api/auth/verify-google-id-token";
    readonly summary: "Sign in as a learner with Google";
    readonly body: z.ZodPreprocess<z.ZodObject<{
        idToken: z.ZodString;
        nonce: z.ZodString;
        firstName: z.ZodOptional<z.ZodString>;
        lastName: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>, unknown>;
    readonly bodyLimit: number;
    readonly response: z.ZodObject<{
        accessToken: z.ZodString;
        token: z.ZodString;
        refreshToken: z.ZodString;
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            name: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const authLearnerLogin: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.login";
    readonly method: "POST";
    readonly path: "/api/auth/login";
    readonly summary: "Sign in as a learner";
    readonly body: z.ZodObject<{
        email: z.ZodPipe<z.ZodString, z.ZodEmail>;
        password: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        accessToken: z.ZodString;
        token: z.ZodString;
        refreshToken: z.ZodString;
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            name: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const authLogout: {
    readonly service: "users";
    readonly access: 'session';
    readonly id: "auth.logout";
    readonly method: "POST";
    readonly path: "/api/auth/logout";
    readonly withoutSecondFactor: true;
    readonly summary: "Sign out of the console";
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const authPasskeyBegin: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.passkeyBegin";
    readonly method: "POST";
    readonly path: "/api/auth/passkey/begin";
    readonly summary: "Begin to use a passkey";
    readonly response: z.ZodObject<{
        challenge: z.ZodString;
        rpId: z.ZodString;
        timeout: z.ZodNumber;
        userVerification: z.ZodLiteral<"required">;
    }, z.core.$strip>;
};
export declare const authPasskeySignIn: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.passkey";
    readonly method: "POST";
    readonly path: "/api/auth/passkey";
    readonly summary: "Sign in to the console with a passkey";
    readonly body: z.ZodObject<{
        id: z.ZodString;
        response: z.ZodObject<{
            clientDataJSON: z.ZodString;
            authenticatorData: z.ZodString;
            signature: z.ZodString;
            userHandle: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    readonly bodyLimit: number;
    readonly response: z.ZodObject<{
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const authRefreshToken: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.refreshToken";
    readonly method: "POST";
    readonly path: "/api/auth/refresh-token";
    readonly summary: "Get new tokens with a refresh token";
    readonly body: z.ZodObject<{
        refreshToken: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        accessToken: z.ZodString;
        token: z.ZodString;
        refreshToken: z.ZodString;
    }, z.core.$strip>;
};
export declare const authRegister: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.register";
    readonly method: "POST";
    readonly path: "/api/auth/register";
    readonly summary: "Create an account";
    readonly body: z.ZodObject<{
        firstName: z.ZodString;
        lastName: z.ZodString;
        email: z.ZodPipe<z.ZodString, z.ZodEmail>;
        password: z.ZodString;
        isActive: z.ZodDefault<z.ZodBoolean>;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
    }, z.core.$strip>;
    readonly response: z.ZodUnion<readonly [z.ZodObject<{
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
            isActive: z.ZodBoolean;
            hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
            invitedUntil: z.ZodOptional<z.ZodString>;
            registrationType: z.ZodString;
            lastLogin: z.ZodNullable<z.ZodString>;
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>, z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>]>;
    readonly status: 201;
};
export declare const authResetPassword: {
    readonly service: "users";
    readonly access: 'public';
    readonly id: "auth.resetPassword";
    readonly method: "POST";
    readonly path: "/api/auth/reset-password";
    readonly summary: "Set a new password with the token from the link";
    readonly body: z.ZodObject<{
        token: z.ZodString;
        password: z.ZodString;
        confirmPassword: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
        email: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const authSession: {
    readonly service: "users";
    readonly access: 'session';
    readonly id: "auth.session";
    readonly method: "GET";
    readonly path: "/api/auth/session";
    readonly withoutSecondFactor: true;
    readonly summary: "The signed-in user";
    readonly response: z.ZodObject<{
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        language: z.ZodDefault<z.ZodNullable<z.ZodEnum<{
            en: "en";
            km: "km";
        }>>>;
        numerals: z.ZodDefault<z.ZodNullable<z.ZodEnum<{
            khmr: "khmr";
            latn: "latn";
        }>>>;
        secondFactorDue: z.ZodDefault<z.ZodNullable<z.ZodObject<{
            from: z.ZodString;
            isMissing: z.ZodBoolean;
        }, z.core.$strip>>>;
    }, z.core.$strip>;
};
export declare const signedInResponse: z.ZodObject<{
    user: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
import { z } from 'zod';

// users/internal.endpoints.ts
export declare const apiKeysCheck: {
    readonly service: 'users';
    readonly access: 'internal';
    readonly id: "internal.apiKeysCheck";
    readonly method: "POST";
    readonly path: "/internal/api-keys/check";
    readonly summary: "Find the active API key with this SHA-256 hash";
    readonly body: z.ZodObject<{
        keyHash: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNullable<z.ZodNumber>;
        rights: z.ZodPrefault<z.ZodObject<{
            scopes: z.ZodDefault<z.ZodArray<z.ZodEnum<{
                orders: "orders";
                read: "read";
                submit: "submit";
            }>>>;
            quotaPerMinute: z.ZodDefault<z.ZodNullable<z.ZodNumber>>;
            origins: z.ZodDefault<z.ZodArray<z.ZodString>>;
            expiresAt: z.ZodDefault<z.ZodNullable<z.ZodString>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const apiKeysRecordUsage: {
    readonly service: 'users';
    readonly access: 'internal';
    readonly id: "internal.apiKeysUsed";
    readonly method: "POST";
    readonly path: "/internal/api-keys/used";
    readonly summary: "Record how API keys were used";
    readonly body: z.ZodObject<{
        used: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            at: z.ZodString;
            calls: z.ZodDefault<z.ZodNumber>;
            errors: z.ZodDefault<z.ZodNumber>;
            refused: z.ZodDefault<z.ZodNumber>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        recorded: z.ZodNumber;
    }, z.core.$strip>;
};
export declare const sessionsCheck: {
    readonly service: 'users';
    readonly access: 'internal';
    readonly id: "internal.sessionsCheck";
    readonly method: "POST";
    readonly path: "/internal/sessions/check";
    readonly summary: "Check whether a session is still valid";
    readonly body: z.ZodObject<{
        userId: z.ZodNumber;
        sessionId: z.ZodString;
        epoch: z.ZodNumber;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        valid: z.ZodBoolean;
        secondFactorMissing: z.ZodDefault<z.ZodBoolean>;
    }, z.core.$strip>;
};
export declare const staffNameGet: {
    readonly service: 'users';
    readonly access: 'internal';
    readonly id: "internal.staffName";
    readonly method: "POST";
    readonly path: "/internal/users/name";
    readonly summary: "The name of a user of the console";
    readonly body: z.ZodObject<{
        userId: z.ZodNumber;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        name: z.ZodString;
    }, z.core.$strip>;
};
import { z } from 'zod';

// users/learners.ts
declare const learnerSchema: z.ZodObject<{
    id: z.ZodNumber;
    name: z.ZodString;
    isActive: z.ZodBoolean;
    lastActiveDay: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
declare const lessonProgressSchema: z.ZodObject<{
    lessonId: z.ZodNumber;
    openedAt: z.ZodNullable<z.ZodString>;
    finishedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
declare const noteSchema: z.ZodObject<{
    id: z.ZodNumber;
    text: z.ZodString;
    author: z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>;
    createdAt: z.ZodString;
}, z.core.$strip>;
export declare const learnerLimits: {
    readonly lessons: 1000;
    readonly lessonsPerCall: 300;
    readonly note: 2000;
    readonly notes: 100;
};
export declare const learnerMessages: {
    readonly note: 'Note is required';
    readonly tooManyNotes: "There are 100 notes. Delete one of them first";
    readonly notYours: 'Only its author or an admin can delete this note';
    readonly noteDeleted: 'The note was deleted';
};
export declare const learners: {
    list: {
        readonly service: "users";
        readonly access: 'session';
        readonly id: "learners.list";
        readonly method: "GET";
        readonly path: "/api/learners";
        readonly summary: "Learners, by name";
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            total: z.ZodNumber;
            totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
            learners: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
                isActive: z.ZodBoolean;
                lastActiveDay: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    get: {
        readonly service: "users";
        readonly access: 'session';
        readonly id: "learners.get";
        readonly method: "GET";
        readonly path: "/api/learners/:id";
        readonly summary: "A learner and the progress in lessons";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
            isActive: z.ZodBoolean;
            lastActiveDay: z.ZodNullable<z.ZodString>;
            lessons: z.ZodArray<z.ZodObject<{
                lessonId: z.ZodNumber;
                openedAt: z.ZodNullable<z.ZodString>;
                finishedAt: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            isComplete: z.ZodBoolean;
        }, z.core.$strip>;
    };
    sessions: {
        readonly id: "learners.sessions";
        readonly service: "users";
        readonly method: "GET";
        readonly path: "/api/learners/:id/sessions";
        readonly access: "admin";
        readonly summary: "A learner's sessions and devices";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            sessions: z.ZodArray<z.ZodObject<{
                lastUsedAt: z.ZodString;
                expiresAt: z.ZodString;
            }, z.core.$strip>>;
            devices: z.ZodArray<z.ZodObject<{
                lastUsedAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    notes: {
        readonly service: "users";
        readonly access: 'session';
        readonly id: "learners.notes";
        readonly method: "GET";
        readonly path: "/api/learners/:id/notes";
        readonly summary: "Notes about a learner, newest first";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly query: z.ZodObject<{
            limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
            offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            notes: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                text: z.ZodString;
                author: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                createdAt: z.ZodString;
            }, z.core.$strip>>;
            total: z.ZodNumber;
        }, z.core.$strip>;
    };
    addNote: {
        readonly service: "users";
        readonly access: 'session';
        readonly id: "learners.addNote";
        readonly method: "POST";
        readonly path: "/api/learners/:id/notes";
        readonly summary: "Write a note about a learner";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            text: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            id: z.ZodNumber;
            text: z.ZodString;
            author: z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>;
            createdAt: z.ZodString;
        }, z.core.$strip>;
        readonly status: 201;
    };
    deleteNote: {
        readonly service: "users";
        readonly access: 'session';
        readonly id: "learners.deleteNote";
        readonly method: "DELETE";
        readonly path: "/api/learners/:id/notes/:noteId";
        readonly summary: "Delete a note about a learner";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
            noteId: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
};
export type LearnerNote = z.infer<typeof noteSchema>;
export type LessonProgress = z.infer<typeof lessonProgressSchema>;
export type ListedLearner = z.infer<typeof learnerSchema>;
import { z } from 'zod';

// users/list-views.ts
declare const settingsSchema: z.ZodObject<{
    view: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    columns: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>;
}, z.core.$strip>;
declare const viewSchema: z.ZodObject<{
    name: z.ZodString;
    isShared: z.ZodBoolean;
    search: z.ZodString;
    filters: z.ZodRecord<z.ZodString, z.ZodString>;
    sort: z.ZodNullable<z.ZodString>;
    limit: z.ZodNumber;
    columns: z.ZodNullable<z.ZodArray<z.ZodString>>;
    list: z.ZodString;
    id: z.ZodNumber;
    owner: z.ZodObject<{
        id: z.ZodNumber;
        name: z.ZodString;
    }, z.core.$strip>;
    version: z.ZodNumber;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const listViewLimits: {
    readonly perUser: 50;
    readonly shared: 200;
    readonly name: 80;
    readonly filters: 10;
    readonly columns: 40;
    readonly lists: 60;
};
export declare const listViewMessages: {
    readonly name: 'Name is required';
    readonly tooMany: "You have 50 views. Delete one of them first";
    readonly tooManyShared: "The team has 200 shared views. Delete one of them first";
    readonly notYours: 'Only its owner or an admin can change this view';
};
export declare const listViews: {
    list: {
        readonly service: 'users';
        readonly access: 'session';
        readonly id: "listViews.list";
        readonly method: "GET";
        readonly path: "/api/list-views";
        readonly summary: "Saved views of lists";
        readonly response: z.ZodObject<{
            views: z.ZodArray<z.ZodObject<{
                name: z.ZodString;
                isShared: z.ZodBoolean;
                search: z.ZodString;
                filters: z.ZodRecord<z.ZodString, z.ZodString>;
                sort: z.ZodNullable<z.ZodString>;
                limit: z.ZodNumber;
                columns: z.ZodNullable<z.ZodArray<z.ZodString>>;
                list: z.ZodString;
                id: z.ZodNumber;
                owner: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
                version: z.ZodNumber;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
            settings: z.ZodRecord<z.ZodString, z.ZodObject<{
                view: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                columns: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    };
    create: {
        readonly service: 'users';
        readonly access: 'session';
        readonly id: "listViews.create";
        readonly method: "POST";
        readonly path: "/api/list-views";
        readonly summary: "Save a view of a list";
        readonly body: z.ZodObject<{
            name: z.ZodString;
            isShared: z.ZodBoolean;
            search: z.ZodString;
            filters: z.ZodRecord<z.ZodString, z.ZodString>;
            sort: z.ZodNullable<z.ZodString>;
            limit: z.ZodNumber;
            columns: z.ZodNullable<z.ZodArray<z.ZodString>>;
            list: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            name: z.ZodString;
            isShared: z.ZodBoolean;
            search: z.ZodString;
            filters: z.ZodRecord<z.ZodString, z.ZodString>;
            sort: z.ZodNullable<z.ZodString>;
            limit: z.ZodNumber;
            columns: z.ZodNullable<z.ZodArray<z.ZodString>>;
            list: z.ZodString;
            id: z.ZodNumber;
            owner: z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>;
            version: z.ZodNumber;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
        readonly status: 201;
    };
    update: {
        readonly service: 'users';
        readonly access: 'session';
        readonly id: "listViews.update";
        readonly method: "PATCH";
        readonly path: "/api/list-views/:id";
        readonly summary: "Change a saved view";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            name: z.ZodOptional<z.ZodString>;
            isShared: z.ZodOptional<z.ZodBoolean>;
            search: z.ZodOptional<z.ZodString>;
            filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            sort: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            limit: z.ZodOptional<z.ZodNumber>;
            columns: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            name: z.ZodString;
            isShared: z.ZodBoolean;
            search: z.ZodString;
            filters: z.ZodRecord<z.ZodString, z.ZodString>;
            sort: z.ZodNullable<z.ZodString>;
            limit: z.ZodNumber;
            columns: z.ZodNullable<z.ZodArray<z.ZodString>>;
            list: z.ZodString;
            id: z.ZodNumber;
            owner: z.ZodObject<{
                id: z.ZodNumber;
                name: z.ZodString;
            }, z.core.$strip>;
            version: z.ZodNumber;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    };
    delete: {
        readonly service: 'users';
        readonly access: 'session';
        readonly id: "listViews.delete";
        readonly method: "DELETE";
        readonly path: "/api/list-views/:id";
        readonly summary: "Delete a saved view";
        readonly params: z.ZodObject<{
            id: z.ZodPreprocess<z.ZodNumber, unknown>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            message: z.ZodString;
        }, z.core.$strip>;
    };
    configure: {
        readonly service: 'users';
        readonly access: 'session';
        readonly id: "listViews.configure";
        readonly method: "PUT";
        readonly path: "/api/list-settings/:list";
        readonly summary: "Set the own default view and columns of a list";
        readonly params: z.ZodObject<{
            list: z.ZodString;
        }, z.core.$strip>;
        readonly body: z.ZodObject<{
            view: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            columns: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            view: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            columns: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>;
        }, z.core.$strip>;
    };
};
export type ListSettings = z.infer<typeof settingsSchema>;
export type ListView = z.infer<typeof viewSchema>;
import { z } from 'zod';

// users/notifications.ts
declare const notificationSchema: z.ZodObject<{
    id: z.ZodString;
    at: z.ZodString;
    isRead: z.ZodBoolean;
    about: z.ZodDiscriminatedUnion<[z.ZodObject<{
        kind: z.ZodLiteral<"comment">;
        reason: z.ZodEnum<{
            mention: "mention";
            reply: "reply";
        }>;
        item: z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>;
        thread: z.ZodNumber;
        by: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodLiteral<"review">;
        reason: z.ZodEnum<{
            "changes-requested": "changes-requested";
            granted: "granted";
            requested: "requested";
        }>;
        item: z.ZodObject<{
            entity: z.ZodString;
            id: z.ZodNumber;
            title: z.ZodString;
        }, z.core.$strip>;
        by: z.ZodObject<{
            id: z.ZodNumber;
            name: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>], "kind">;
}, z.core.$strip>;
export declare const notificationLimits: {
    readonly perUser: 500;
    readonly days: 90;
    readonly counted: 99;
};
export declare const notificationsList: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "notifications.list";
    readonly method: "GET";
    readonly path: "/api/notifications";
    readonly summary: "The own notifications, newest first";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        unread: z.ZodNumber;
        notifications: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            at: z.ZodString;
            isRead: z.ZodBoolean;
            about: z.ZodDiscriminatedUnion<[z.ZodObject<{
                kind: z.ZodLiteral<"comment">;
                reason: z.ZodEnum<{
                    mention: "mention";
                    reply: "reply";
                }>;
                item: z.ZodObject<{
                    entity: z.ZodString;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>;
                thread: z.ZodNumber;
                by: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
            }, z.core.$strip>, z.ZodObject<{
                kind: z.ZodLiteral<"review">;
                reason: z.ZodEnum<{
                    "changes-requested": "changes-requested";
                    granted: "granted";
                    requested: "requested";
                }>;
                item: z.ZodObject<{
                    entity: z.ZodString;
                    id: z.ZodNumber;
                    title: z.ZodString;
                }, z.core.$strip>;
                by: z.ZodObject<{
                    id: z.ZodNumber;
                    name: z.ZodString;
                }, z.core.$strip>;
            }, z.core.$strip>], "kind">;
        }, z.core.$strip>>;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>;
};
export declare const notificationsRead: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "notifications.read";
    readonly method: "POST";
    readonly path: "/api/notifications/read";
    readonly summary: "Mark one or all of the own notifications as read";
    readonly body: z.ZodObject<{
        id: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        unread: z.ZodNumber;
    }, z.core.$strip>;
};
export declare const notificationsUnread: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "notifications.unread";
    readonly method: "GET";
    readonly path: "/api/notifications/unread";
    readonly summary: "The number of own unread notifications";
    readonly response: z.ZodObject<{
        unread: z.ZodNumber;
    }, z.core.$strip>;
};
export type Notification = z.infer<typeof notificationSchema>;
import { z } from 'zod';

// users/page-state.ts
export declare const pageStateSchema: z.ZodObject<{
    session: z.ZodNullable<z.ZodObject<{
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        language: z.ZodDefault<z.ZodNullable<z.ZodEnum<{
            en: "en";
            km: "km";
        }>>>;
        numerals: z.ZodDefault<z.ZodNullable<z.ZodEnum<{
            khmr: "khmr";
            latn: "latn";
        }>>>;
        secondFactorDue: z.ZodDefault<z.ZodNullable<z.ZodObject<{
            from: z.ZodString;
            isMissing: z.ZodBoolean;
        }, z.core.$strip>>>;
    }, z.core.$strip>>;
    remotes: z.ZodOptional<z.ZodObject<{
        remotes: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            entry: z.ZodOptional<z.ZodString>;
            manifest: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
            flags: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodBoolean>>;
            problem: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        problems: z.ZodDefault<z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            problem: z.ZodString;
        }, z.core.$strip>>>;
        shell: z.ZodOptional<z.ZodObject<{
            build: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type PageState = z.infer<typeof pageStateSchema>;
import { z } from 'zod';

// users/passkeys.ts
declare const passkeySchema: z.ZodObject<{
    id: z.ZodString;
    name: z.ZodString;
    createdAt: z.ZodString;
    lastUsedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const accountPasskeyAdd: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.passkeyAdd";
    readonly method: "POST";
    readonly path: "/api/account/second-factor/passkeys";
    readonly withoutSecondFactor: true;
    readonly recentProof: true;
    readonly summary: "Add a passkey";
    readonly body: z.ZodObject<{
        name: z.ZodString;
        id: z.ZodString;
        response: z.ZodObject<{
            clientDataJSON: z.ZodString;
            attestationObject: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    readonly bodyLimit: number;
    readonly response: z.ZodObject<{
        recoveryCodes: z.ZodOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const accountPasskeyBegin: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.passkeyBegin";
    readonly method: "POST";
    readonly path: "/api/account/second-factor/passkeys/begin";
    readonly withoutSecondFactor: true;
    readonly recentProof: true;
    readonly summary: "Begin to add a passkey";
    readonly response: z.ZodObject<{
        challenge: z.ZodString;
        rp: z.ZodObject<{
            id: z.ZodString;
            name: z.ZodString;
        }, z.core.$strip>;
        user: z.ZodObject<{
            id: z.ZodString;
            name: z.ZodString;
            displayName: z.ZodString;
        }, z.core.$strip>;
        pubKeyCredParams: z.ZodArray<z.ZodObject<{
            type: z.ZodLiteral<"public-key">;
            alg: z.ZodNumber;
        }, z.core.$strip>>;
        timeout: z.ZodNumber;
        attestation: z.ZodLiteral<"none">;
        excludeCredentials: z.ZodArray<z.ZodObject<{
            type: z.ZodLiteral<"public-key">;
            id: z.ZodString;
        }, z.core.$strip>>;
        authenticatorSelection: z.ZodObject<{
            residentKey: z.ZodLiteral<"required">;
            requireResidentKey: z.ZodLiteral<true>;
            userVerification: z.ZodLiteral<"required">;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const accountPasskeyRemove: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.passkeyRemove";
    readonly method: "DELETE";
    readonly path: "/api/account/second-factor/passkeys/:id";
    readonly recentProof: true;
    readonly summary: "Remove a passkey";
    readonly params: z.ZodObject<{
        id: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const accountPasskeyRename: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.passkeyRename";
    readonly method: "PATCH";
    readonly path: "/api/account/second-factor/passkeys/:id";
    readonly summary: "Rename a passkey";
    readonly params: z.ZodObject<{
        id: z.ZodString;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        name: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const passkeyAssertionSchema: z.ZodObject<{
    id: z.ZodString;
    response: z.ZodObject<{
        clientDataJSON: z.ZodString;
        authenticatorData: z.ZodString;
        signature: z.ZodString;
        userHandle: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const passkeyBodyLimit: number;
export declare const passkeyLimits: {
    readonly perUser: 10;
    readonly name: 60;
};
export declare const passkeyMessages: {
    readonly invalid: 'This passkey is not valid';
    readonly notAdded: 'The passkey was not accepted. Try again.';
    readonly tooMany: "You have 10 passkeys. Remove one of them first";
    readonly name: 'Name is required';
    readonly renamed: 'The passkey was renamed';
    readonly removed: 'The passkey was removed';
};
export declare const passkeysSchema: z.ZodArray<z.ZodObject<{
    id: z.ZodString;
    name: z.ZodString;
    createdAt: z.ZodString;
    lastUsedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>>;
export type Passkey = z.infer<typeof passkeySchema>;
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;
import { z } from 'zod';

// users/privacy-policy.ts
export declare const privacyPolicyBody: z.ZodObject<{
    text: z.ZodString;
}, z.core.$strip>;
export declare const privacyPolicyEvent: {
    readonly service: "users";
    readonly entity: "privacy-policy";
    readonly state: z.ZodObject<{
        text: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const privacyPolicyGet: {
    readonly id: "privacyPolicy.get";
    readonly service: "users";
    readonly method: "GET";
    readonly path: "/api/privacy-policy";
    readonly access: "public";
    readonly summary: "The privacy policy";
    readonly response: z.ZodObject<{
        text: z.ZodString;
        version: z.ZodNumber;
        updatedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare const privacyPolicyMaxLength = 50000;
export declare const privacyPolicyPage: {
    readonly id: "privacyPolicy.page";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/privacy-policy";
    readonly access: "public";
    readonly summary: "The privacy policy as a page";
    readonly responseType: "binary";
    readonly response: z.ZodUnknown;
};
export declare const privacyPolicySchema: z.ZodObject<{
    text: z.ZodString;
    version: z.ZodNumber;
    updatedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const privacyPolicyUpdate: {
    readonly id: "privacyPolicy.update";
    readonly service: "users";
    readonly method: "PUT";
    readonly path: "/api/privacy-policy";
    readonly access: "admin";
    readonly summary: "Write the privacy policy";
    readonly body: z.ZodObject<{
        text: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        text: z.ZodString;
        version: z.ZodNumber;
        updatedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export type PrivacyPolicy = z.infer<typeof privacyPolicySchema>;
import { z } from 'zod';

// users/remote-settings.ts
declare const answer: z.ZodObject<{
    settings: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    version: z.ZodNumber;
}, z.core.$strip>;
export declare const remoteSettings: {
    get: {
        readonly service: 'users';
        readonly path: '/api/users/me/settings/:remote';
        readonly access: 'session';
        readonly params: z.ZodObject<{
            remote: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            settings: z.ZodRecord<z.ZodString, z.ZodUnknown>;
            version: z.ZodNumber;
        }, z.core.$strip>;
        readonly id: "remoteSettings.get";
        readonly method: "GET";
        readonly summary: "The own settings of a remote";
    };
    put: {
        readonly service: 'users';
        readonly path: '/api/users/me/settings/:remote';
        readonly access: 'session';
        readonly params: z.ZodObject<{
            remote: z.ZodString;
        }, z.core.$strip>;
        readonly response: z.ZodObject<{
            settings: z.ZodRecord<z.ZodString, z.ZodUnknown>;
            version: z.ZodNumber;
        }, z.core.$strip>;
        readonly id: "remoteSettings.put";
        readonly method: "PUT";
        readonly summary: "Keep the own settings of a remote";
        readonly bodyLimit: number;
        readonly body: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    };
};
export declare const remoteSettingsLimits: {
    readonly bytes: number;
    readonly remotesPerUser: 30;
};
export declare const remoteSettingsMessages: {
    readonly tooLarge: `Settings may have at most ${number} KB`;
    readonly changed: 'These settings were changed in another tab or browser';
    readonly tooMany: "You have settings of 30 remotes: there is no room for another one";
};
export type RemoteSettings = z.infer<typeof answer>;
import { z } from 'zod';

// users/school-account.ts
export declare const authSchoolAccountCallback: {
    readonly service: 'users';
    readonly access: 'public';
    readonly id: "auth.schoolAccountCallback";
    readonly method: "GET";
    readonly path: "/api/auth/school-account/callback";
    readonly summary: "Finish signing in with the school account";
    readonly responseTimeoutMs: 10000;
    readonly responseType: "redirect";
    readonly response: z.ZodUnknown;
};
export declare const authSchoolAccountLink: {
    readonly service: 'users';
    readonly access: 'public';
    readonly id: "auth.schoolAccountLink";
    readonly method: "POST";
    readonly path: "/api/auth/school-account/link";
    readonly summary: "Link the school account with the own password";
    readonly body: z.ZodObject<{
        password: z.ZodString;
        code: z.ZodOptional<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>, z.ZodString>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        user: z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const authSchoolAccountLogout: {
    readonly service: 'users';
    readonly access: 'public';
    readonly id: "auth.schoolAccountLogout";
    readonly method: "POST";
    readonly path: "/api/auth/school-account/backchannel-logout";
    readonly summary: "End the sessions of a school account";
    readonly body: z.ZodObject<{
        logout_token: z.ZodString;
    }, z.core.$strip>;
    readonly bodyLimit: number;
    readonly responseTimeoutMs: 10000;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const authSchoolAccountStart: {
    readonly service: 'users';
    readonly access: 'public';
    readonly id: "auth.schoolAccount";
    readonly method: "GET";
    readonly path: "/api/auth/school-account";
    readonly summary: "Begin to sign in with the school account";
    readonly query: z.ZodObject<{
        to: z.ZodOptional<z.ZodString>;
        prove: z.ZodOptional<z.ZodLiteral<"1">>;
    }, z.core.$strip>;
    readonly responseTimeoutMs: 10000;
    readonly responseType: "redirect";
    readonly response: z.ZodUnknown;
};
export declare const authSignInOptions: {
    readonly service: 'users';
    readonly access: 'public';
    readonly id: "auth.signInOptions";
    readonly method: "GET";
    readonly path: "/api/auth/sign-in-options";
    readonly summary: "The ways to sign in to the console";
    readonly response: z.ZodObject<{
        schoolAccount: z.ZodNullable<z.ZodObject<{
            label: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        linking: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
};
export declare const schoolAccountMessages: {
    readonly required: 'Sign in with your school account';
    readonly notSetUp: 'Sign-in with a school account is not set up';
    readonly expired: 'This sign-in has expired. Begin again with your school account.';
    readonly badLogoutToken: 'The logout token is not valid';
    readonly unavailable: 'The sign-in of the school does not answer right now';
    readonly unverified: 'The school account has no verified address';
    readonly domain: 'Addresses of this domain get no account by themselves';
    readonly groups: 'The school account is in no group that may use the console';
};
export declare const schoolAccountOutcomeSchema: z.ZodEnum<{
    disabled: "disabled";
    domain: "domain";
    expired: "expired";
    groups: "groups";
    learner: "learner";
    link: "link";
    refused: "refused";
    unavailable: "unavailable";
    unverified: "unverified";
}>;
export declare const schoolAccountOutcomes: readonly ['unavailable', 'expired', 'refused', 'unverified', 'domain', 'groups', 'disabled', 'learner', 'link'];
export declare const schoolSignInTokenOptions: {
    readonly issuer: 'khmer-learning';
    readonly audience: 'school-sign-in';
    readonly lifetimeSeconds: number;
    readonly cookie: 'school-sign-in';
    readonly secureCookie: '__Host-school-sign-in';
};
export type SchoolAccountOutcome = z.infer<typeof schoolAccountOutcomeSchema>;
export type SignInOptions = z.infer<typeof authSignInOptions.response>;
import { z } from 'zod';

// users/second-factor-policy.ts
declare const requirementSchema: z.ZodEnum<{
    admins: "admins";
    everyone: "everyone";
    off: "off";
}>;
declare const secondFactorPolicySchema: z.ZodObject<{
    requiredOf: z.ZodEnum<{
        admins: "admins";
        everyone: "everyone";
        off: "off";
    }>;
    from: z.ZodNullable<z.ZodString>;
    version: z.ZodNumber;
    without: z.ZodObject<{
        admins: z.ZodNumber;
        teachers: z.ZodNumber;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const maxSecondFactorNoticeDays = 366;
export declare const secondFactorDueSchema: z.ZodNullable<z.ZodObject<{
    from: z.ZodString;
    isMissing: z.ZodBoolean;
}, z.core.$strip>>;
export declare const secondFactorPolicyBody: z.ZodObject<{
    requiredOf: z.ZodEnum<{
        admins: "admins";
        everyone: "everyone";
        off: "off";
    }>;
    from: z.ZodISODateTime;
}, z.core.$strip>;
export declare const secondFactorPolicyEvent: {
    readonly service: "users";
    readonly entity: "second-factor-policy";
    readonly state: z.ZodObject<{
        requiredOf: z.ZodEnum<{
            admins: "admins";
            everyone: "everyone";
            off: "off";
        }>;
        from: z.ZodString;
    }, z.core.$strip>;
};
export declare const secondFactorPolicyGet: {
    readonly id: "secondFactorPolicy.get";
    readonly service: "users";
    readonly method: "GET";
    readonly path: "/api/second-factor-policy";
    readonly access: "admin";
    readonly summary: "Who must have a second factor";
    readonly response: z.ZodObject<{
        requiredOf: z.ZodEnum<{
            admins: "admins";
            everyone: "everyone";
            off: "off";
        }>;
        from: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        without: z.ZodObject<{
            admins: z.ZodNumber;
            teachers: z.ZodNumber;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const secondFactorPolicyUpdate: {
    readonly id: "secondFactorPolicy.update";
    readonly service: "users";
    readonly method: "PUT";
    readonly path: "/api/second-factor-policy";
    readonly access: "admin";
    readonly recentProof: true;
    readonly summary: "Set who must have a second factor";
    readonly body: z.ZodObject<{
        requiredOf: z.ZodEnum<{
            admins: "admins";
            everyone: "everyone";
            off: "off";
        }>;
        from: z.ZodISODateTime;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        requiredOf: z.ZodEnum<{
            admins: "admins";
            everyone: "everyone";
            off: "off";
        }>;
        from: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        without: z.ZodObject<{
            admins: z.ZodNumber;
            teachers: z.ZodNumber;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const secondFactorRequirements: readonly ['off', 'admins', 'everyone'];
export declare function concernsRole(requiredOf: SecondFactorRequirement, role: Role): boolean;
export type SecondFactorDue = z.infer<typeof secondFactorDueSchema>;
export type SecondFactorPolicy = z.infer<typeof secondFactorPolicySchema>;
export type SecondFactorRequirement = z.infer<typeof requirementSchema>;
import type { Role } from '../core/identity.ts';
import { z } from 'zod';

// users/second-factor.ts
declare const secondFactorSchema: z.ZodObject<{
    codesSince: z.ZodNullable<z.ZodString>;
    passkeys: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        name: z.ZodString;
        createdAt: z.ZodString;
        lastUsedAt: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    recoveryCodesLeft: z.ZodNumber;
    hasPassword: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
export declare const accountCodesBegin: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.codesBegin";
    readonly method: "POST";
    readonly path: "/api/account/second-factor/codes/begin";
    readonly withoutSecondFactor: true;
    readonly recentProof: true;
    readonly summary: "Begin to set up codes";
    readonly response: z.ZodObject<{
        secret: z.ZodString;
        uri: z.ZodString;
    }, z.core.$strip>;
};
export declare const accountCodesConfirm: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.codesConfirm";
    readonly method: "POST";
    readonly path: "/api/account/second-factor/codes";
    readonly withoutSecondFactor: true;
    readonly recentProof: true;
    readonly summary: "Switch codes on with the first one";
    readonly body: z.ZodObject<{
        code: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>, z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        recoveryCodes: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
};
export declare const accountCodesRemove: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.codesRemove";
    readonly method: "DELETE";
    readonly path: "/api/account/second-factor/codes";
    readonly recentProof: true;
    readonly summary: "Switch codes off";
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const accountProve: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.prove";
    readonly method: "POST";
    readonly path: "/api/account/proof";
    readonly withoutSecondFactor: true;
    readonly summary: "Prove again who is signed in";
    readonly body: z.ZodObject<{
        password: z.ZodOptional<z.ZodString>;
        code: z.ZodOptional<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>, z.ZodString>>;
        passkey: z.ZodOptional<z.ZodObject<{
            id: z.ZodString;
            response: z.ZodObject<{
                clientDataJSON: z.ZodString;
                authenticatorData: z.ZodString;
                signature: z.ZodString;
                userHandle: z.ZodString;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const accountRecoveryCodesRenew: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.recoveryCodes";
    readonly method: "POST";
    readonly path: "/api/account/second-factor/recovery-codes";
    readonly recentProof: true;
    readonly summary: "Make new recovery codes";
    readonly response: z.ZodObject<{
        recoveryCodes: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
};
export declare const accountSecondFactorGet: {
    readonly service: 'users';
    readonly access: 'session';
    readonly id: "account.secondFactor";
    readonly method: "GET";
    readonly path: "/api/account/second-factor";
    readonly withoutSecondFactor: true;
    readonly summary: "The own second factor";
    readonly response: z.ZodObject<{
        codesSince: z.ZodNullable<z.ZodString>;
        passkeys: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            name: z.ZodString;
            createdAt: z.ZodString;
            lastUsedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        recoveryCodesLeft: z.ZodNumber;
        hasPassword: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
};
export declare const proofSchema: z.ZodEnum<{
    code: "code";
    passkey: "passkey";
    password: "password";
    recoveryCode: "recoveryCode";
    schoolAccount: "schoolAccount";
}>;
export declare const proofs: readonly ['password', 'code', 'recoveryCode', 'passkey', 'schoolAccount'];
export declare const recoveryCodeCount = 10;
export declare const secondFactorCode: z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>, z.ZodString>;
export declare const secondFactorMessages: {
    readonly needed: 'Enter a code of your authenticator app, or a recovery code';
    readonly wrongCode: 'This code is not valid';
    readonly notBegun: 'The set-up has expired. Begin again.';
    readonly codesRemoved: 'Codes are switched off';
    readonly isOwn: 'Change your own second factor under My account';
    readonly reset: 'The second factor was reset';
    readonly proofNeeded: 'Confirm that it is you to continue';
    readonly proved: 'Confirmed';
    readonly missing: 'Set up a second factor to continue';
    readonly mustHave: 'Your school requires a second factor. Add another one before you remove this one.';
    readonly ownFirst: 'Set up your own second factor before you require one from today on';
};
export type Proof = z.infer<typeof proofSchema>;
export type SecondFactor = z.infer<typeof secondFactorSchema>;
import { z } from 'zod';

// users/user-agent.ts
export declare function browserOf(userAgent: string): {
    browser: string | undefined;
    device: string | undefined;
};

// users/user.ts
export declare const changeLearnerPasswordBody: z.ZodObject<{
    currentPassword: z.ZodString;
    newPassword: z.ZodString;
}, z.core.$strip>;
export declare const changePasswordBody: z.ZodObject<{
    currentPassword: z.ZodString;
    newPassword: z.ZodString;
    id: z.ZodNumber;
    confirmPassword: z.ZodString;
}, z.core.$strip>;
export declare const confirmEmailBody: z.ZodObject<{
    token: z.ZodString;
}, z.core.$strip>;
export declare const consoleSignInBody: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    password: z.ZodString;
    code: z.ZodOptional<z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>, z.ZodString>>;
}, z.core.$strip>;
export declare const defaultRegistrationType = "authenication";
export declare const deletedLearnerName = "Deleted learner";
export declare const emailSchema: z.ZodPipe<z.ZodString, z.ZodEmail>;
export declare const forgotPasswordBody: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
}, z.core.$strip>;
export declare const idTokenBody: z.ZodPreprocess<z.ZodObject<{
    idToken: z.ZodString;
    nonce: z.ZodString;
    firstName: z.ZodOptional<z.ZodString>;
    lastName: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, unknown>;
export declare const invitationBody: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    firstName: z.ZodString;
    lastName: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>;
    rights: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        canPublish: z.ZodBoolean;
        mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>>;
}, z.core.$strip>;
export declare const languagePreferenceSchema: z.ZodObject<{
    language: z.ZodNullable<z.ZodEnum<{
        en: "en";
        km: "km";
    }>>;
    numerals: z.ZodNullable<z.ZodEnum<{
        khmr: "khmr";
        latn: "latn";
    }>>;
}, z.core.$strip>;
export declare const learnerTokensSchema: z.ZodObject<{
    accessToken: z.ZodString;
    token: z.ZodString;
    refreshToken: z.ZodString;
}, z.core.$strip>;
export declare const learnerUserSchema: z.ZodObject<{
    id: z.ZodNumber;
    email: z.ZodString;
    firstName: z.ZodString;
    lastName: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
    name: z.ZodString;
}, z.core.$strip>;
export declare const maxImportedPeople = 5000;
export declare const newPasswordSchema: z.ZodString;
export declare const newUserForm: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    password: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
    firstName: z.ZodString;
    lastName: z.ZodString;
    isActive: z.ZodBoolean;
}, z.core.$strip>;
export declare const refreshTokenBody: z.ZodObject<{
    refreshToken: z.ZodString;
}, z.core.$strip>;
export declare const registerBody: z.ZodObject<{
    firstName: z.ZodString;
    lastName: z.ZodString;
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    password: z.ZodString;
    isActive: z.ZodDefault<z.ZodBoolean>;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
}, z.core.$strip>;
export declare const resetPasswordBody: z.ZodObject<{
    token: z.ZodString;
    password: z.ZodString;
    confirmPassword: z.ZodString;
}, z.core.$strip>;
export declare const sessionUserSchema: z.ZodObject<{
    id: z.ZodNumber;
    email: z.ZodString;
    firstName: z.ZodString;
    lastName: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
    rights: z.ZodOptional<z.ZodObject<{
        canPublish: z.ZodBoolean;
        mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const signInBody: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    password: z.ZodString;
}, z.core.$strip>;
export declare const signedInLearnerSchema: z.ZodObject<{
    accessToken: z.ZodString;
    token: z.ZodString;
    refreshToken: z.ZodString;
    user: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        name: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const updateAccountBody: z.ZodObject<{
    firstName: z.ZodOptional<z.ZodString>;
    lastName: z.ZodOptional<z.ZodString>;
    email: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodEmail>>;
    currentPassword: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const updateUserBody: z.ZodObject<{
    firstName: z.ZodOptional<z.ZodString>;
    lastName: z.ZodOptional<z.ZodString>;
    email: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodEmail>>;
    currentPassword: z.ZodOptional<z.ZodString>;
    role: z.ZodOptional<z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>>;
    rights: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        canPublish: z.ZodBoolean;
        mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>>;
}, z.core.$strip>;
export declare const userLimits: {
    readonly email: 255;
    readonly name: 100;
    readonly passwordMin: 8;
    readonly passwordMax: 255;
};
export declare const userMessages: {
    readonly email: 'Invalid email address';
    readonly emailTaken: 'Email is already in use';
    readonly passwordRequired: 'Password is required';
    readonly passwordShort: 'Password must be at least 8 characters';
    readonly passwordLong: 'Password must be at most 255 characters';
    readonly passwordBlank: 'Password must not be blank or one repeated character';
    readonly passwordCommon: 'This password is too common. Choose a different one';
    readonly passwordPersonal: 'Password must not be based on the name or email address';
    readonly passwordSame: 'New password must differ from the current one';
    readonly confirmShort: 'Confirm password must be at least 8 characters';
    readonly passwordsDiffer: 'Passwords do not match';
    readonly firstName: 'First name is required';
    readonly lastName: 'Last name is required';
    readonly dialogFirstName: 'Firstname is required';
    readonly dialogLastName: 'Lastname is required';
    readonly role: 'Role is required';
    readonly roleChange: 'A role can be changed between admin and teacher only';
    readonly unknownRole: 'Role must be admin, teacher or student';
    readonly lastAdminRole: 'You cannot change the role of the last active admin';
    readonly tooManyToImport: 'The file has more than 5,000 people. Split it into several files';
};
export declare const userSchema: z.ZodObject<{
    id: z.ZodNumber;
    email: z.ZodString;
    firstName: z.ZodString;
    lastName: z.ZodString;
    role: z.ZodEnum<{
        admin: "admin";
        student: "student";
        teacher: "teacher";
    }>;
    rights: z.ZodOptional<z.ZodObject<{
        canPublish: z.ZodBoolean;
        mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
    }, z.core.$strip>>;
    isActive: z.ZodBoolean;
    hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
    invitedUntil: z.ZodOptional<z.ZodString>;
    registrationType: z.ZodString;
    lastLogin: z.ZodNullable<z.ZodString>;
    version: z.ZodNumber;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const userStatusBody: z.ZodObject<{
    isActive: z.ZodBoolean;
}, z.core.$strip>;
export type LanguagePreference = z.infer<typeof languagePreferenceSchema>;
export type LearnerTokens = z.infer<typeof learnerTokensSchema>;
export type LearnerUser = z.infer<typeof learnerUserSchema>;
export type SessionUser = z.infer<typeof sessionUserSchema>;
export type SignedInLearner = z.infer<typeof signedInLearnerSchema>;
export type User = z.infer<typeof userSchema>;
import { z } from 'zod';

// users/users.endpoints.ts
export declare const userSorts: readonly ['name', 'email', 'role', 'lastLogin'];
export declare const usersDelete: {
    readonly id: "users.delete";
    readonly service: "users";
    readonly method: "DELETE";
    readonly path: "/api/users/:id";
    readonly access: "adminOrLearner";
    readonly recentProof: true;
    readonly summary: "Delete a user";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const usersGet: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.get";
    readonly method: "GET";
    readonly path: "/api/users/:id";
    readonly summary: "One user";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const usersInvite: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.invite";
    readonly method: "POST";
    readonly path: "/api/users/invitations";
    readonly summary: "Invite an admin or a teacher";
    readonly body: z.ZodObject<{
        email: z.ZodPipe<z.ZodString, z.ZodEmail>;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const usersList: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.list";
    readonly method: "GET";
    readonly path: "/api/users";
    readonly summary: "Users, newest first";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        role: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"admin" | "student" | "teacher" | undefined, string | undefined>>;
        isActive: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"false" | "invited" | "true" | undefined, string | undefined>>;
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        sort: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<"-email" | "-lastLogin" | "-name" | "-role" | "email" | "lastLogin" | "name" | "role" | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        users: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            email: z.ZodString;
            firstName: z.ZodString;
            lastName: z.ZodString;
            role: z.ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            rights: z.ZodOptional<z.ZodObject<{
                canPublish: z.ZodBoolean;
                mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
            }, z.core.$strip>>;
            isActive: z.ZodBoolean;
            hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
            invitedUntil: z.ZodOptional<z.ZodString>;
            registrationType: z.ZodString;
            lastLogin: z.ZodNullable<z.ZodString>;
            version: z.ZodNumber;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const usersResendInvitation: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.resendInvitation";
    readonly method: "POST";
    readonly path: "/api/users/:id/invitation";
    readonly summary: "Send an invitation again";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const usersResetSecondFactor: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.resetSecondFactor";
    readonly method: "DELETE";
    readonly path: "/api/users/:id/second-factor";
    readonly recentProof: true;
    readonly summary: "Reset a user's second factor";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const usersSetStatus: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.setStatus";
    readonly method: "PATCH";
    readonly path: "/api/users/:id/status";
    readonly summary: "Activate or deactivate a user";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        isActive: z.ZodBoolean;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const usersUpdate: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "users.update";
    readonly method: "PUT";
    readonly path: "/api/users/:id";
    readonly summary: "Update a user's name, email, role and rights";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        firstName: z.ZodOptional<z.ZodString>;
        lastName: z.ZodOptional<z.ZodString>;
        email: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodEmail>>;
        currentPassword: z.ZodOptional<z.ZodString>;
        role: z.ZodOptional<z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>>;
        rights: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        hasSecondFactor: z.ZodOptional<z.ZodBoolean>;
        invitedUntil: z.ZodOptional<z.ZodString>;
        registrationType: z.ZodString;
        lastLogin: z.ZodNullable<z.ZodString>;
        version: z.ZodNumber;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
import { z } from 'zod';

// users/users.events.ts
export declare const apiKeyEvent: {
    readonly service: "users";
    readonly entity: "api-key";
    readonly state: z.ZodObject<{
        scopes: z.ZodDefault<z.ZodArray<z.ZodEnum<{
            orders: "orders";
            read: "read";
            submit: "submit";
        }>>>;
        quotaPerMinute: z.ZodDefault<z.ZodNullable<z.ZodNumber>>;
        origins: z.ZodDefault<z.ZodArray<z.ZodString>>;
        expiresAt: z.ZodDefault<z.ZodNullable<z.ZodString>>;
        id: z.ZodNumber;
        userId: z.ZodNumber;
        keyHash: z.ZodString;
        name: z.ZodDefault<z.ZodNullable<z.ZodString>>;
        createdAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const apiKeyRightsSchema: z.ZodObject<{
    scopes: z.ZodDefault<z.ZodArray<z.ZodEnum<{
        orders: "orders";
        read: "read";
        submit: "submit";
    }>>>;
    quotaPerMinute: z.ZodDefault<z.ZodNullable<z.ZodNumber>>;
    origins: z.ZodDefault<z.ZodArray<z.ZodString>>;
    expiresAt: z.ZodDefault<z.ZodNullable<z.ZodString>>;
}, z.core.$strip>;
export declare const learnerProgressEvent: {
    readonly service: "users";
    readonly entity: "learner-progress";
    readonly state: z.ZodObject<{
        userId: z.ZodNumber;
        days: z.ZodArray<z.ZodObject<{
            day: z.ZodString;
            lessonsFinished: z.ZodNumber;
            answers: z.ZodNumber;
            lessonsOpened: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>>;
        firstDay: z.ZodOptional<z.ZodString>;
        lessons: z.ZodOptional<z.ZodArray<z.ZodObject<{
            lessonId: z.ZodNumber;
            isFinished: z.ZodBoolean;
        }, z.core.$strip>>>;
        firstAnswers: z.ZodArray<z.ZodObject<{
            quizId: z.ZodNumber;
            questionId: z.ZodNumber;
            answer: z.ZodString;
            at: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const userEvent: {
    readonly service: "users";
    readonly entity: "user";
    readonly state: z.ZodObject<{
        id: z.ZodNumber;
        email: z.ZodString;
        firstName: z.ZodString;
        lastName: z.ZodString;
        role: z.ZodEnum<{
            admin: "admin";
            student: "student";
            teacher: "teacher";
        }>;
        rights: z.ZodOptional<z.ZodObject<{
            canPublish: z.ZodBoolean;
            mainLessonIds: z.ZodNullable<z.ZodArray<z.ZodNumber>>;
        }, z.core.$strip>>;
        isActive: z.ZodBoolean;
        registrationType: z.ZodString;
        createdAt: z.ZodString;
        updatedAt: z.ZodString;
    }, z.core.$strip>;
};
export declare const userSessionsEvent: {
    readonly service: "users";
    readonly entity: "user-sessions";
    readonly state: z.ZodObject<{
        userId: z.ZodNumber;
        active: z.ZodBoolean;
        epoch: z.ZodNumber;
        revoked: z.ZodArray<z.ZodObject<{
            sessionId: z.ZodString;
            expiresAt: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export type ApiKeyRights = z.output<typeof apiKeyRightsSchema>;
import { z } from 'zod';

// users/webhooks.ts
declare const deliveryDetails: z.ZodObject<{
    id: z.ZodString;
    type: z.ZodEnum<{
        "import.applied": "import.applied";
        "import.undone": "import.undone";
        "learner.deleted": "learner.deleted";
        "learner.registered": "learner.registered";
        "lesson.published": "lesson.published";
        "lesson.unpublished": "lesson.unpublished";
        "main_lesson.published": "main_lesson.published";
        "main_lesson.unpublished": "main_lesson.unpublished";
        "purchase.completed": "purchase.completed";
        "purchase.refunded": "purchase.refunded";
        "quiz.activated": "quiz.activated";
        "quiz.deactivated": "quiz.deactivated";
        "webhook.test": "webhook.test";
    }>;
    state: z.ZodEnum<{
        delivered: "delivered";
        failed: "failed";
        waiting: "waiting";
    }>;
    createdAt: z.ZodString;
    attempts: z.ZodNumber;
    lastAttemptAt: z.ZodNullable<z.ZodString>;
    status: z.ZodNullable<z.ZodNumber>;
    nextAttemptAt: z.ZodNullable<z.ZodString>;
    body: z.ZodString;
    attempt: z.ZodNullable<z.ZodObject<{
        headers: z.ZodRecord<z.ZodString, z.ZodString>;
        durationMs: z.ZodNumber;
        answer: z.ZodNullable<z.ZodString>;
        failure: z.ZodNullable<z.ZodEnum<{
            address: "address";
            connection: "connection";
            timeout: "timeout";
        }>>;
        detail: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const deliverySummary: z.ZodObject<{
    id: z.ZodString;
    type: z.ZodEnum<{
        "import.applied": "import.applied";
        "import.undone": "import.undone";
        "learner.deleted": "learner.deleted";
        "learner.registered": "learner.registered";
        "lesson.published": "lesson.published";
        "lesson.unpublished": "lesson.unpublished";
        "main_lesson.published": "main_lesson.published";
        "main_lesson.unpublished": "main_lesson.unpublished";
        "purchase.completed": "purchase.completed";
        "purchase.refunded": "purchase.refunded";
        "quiz.activated": "quiz.activated";
        "quiz.deactivated": "quiz.deactivated";
        "webhook.test": "webhook.test";
    }>;
    state: z.ZodEnum<{
        delivered: "delivered";
        failed: "failed";
        waiting: "waiting";
    }>;
    createdAt: z.ZodString;
    attempts: z.ZodNumber;
    lastAttemptAt: z.ZodNullable<z.ZodString>;
    status: z.ZodNullable<z.ZodNumber>;
    nextAttemptAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const deliveryFailures: readonly ['address', 'timeout', 'connection'];
export declare const deliveryStates: readonly ['waiting', 'delivered', 'failed'];
export declare const webhookBody: z.ZodObject<{
    address: z.ZodString;
    description: z.ZodString;
    events: z.ZodPipe<z.ZodArray<z.ZodEnum<{
        "import.applied": "import.applied";
        "import.undone": "import.undone";
        "learner.deleted": "learner.deleted";
        "learner.registered": "learner.registered";
        "lesson.published": "lesson.published";
        "lesson.unpublished": "lesson.unpublished";
        "main_lesson.published": "main_lesson.published";
        "main_lesson.unpublished": "main_lesson.unpublished";
        "purchase.completed": "purchase.completed";
        "purchase.refunded": "purchase.refunded";
        "quiz.activated": "quiz.activated";
        "quiz.deactivated": "quiz.deactivated";
    }>>, z.ZodTransform<("import.applied" | "import.undone" | "learner.deleted" | "learner.registered" | "lesson.published" | "lesson.unpublished" | "main_lesson.published" | "main_lesson.unpublished" | "purchase.completed" | "purchase.refunded" | "quiz.activated" | "quiz.deactivated")[], ("import.applied" | "import.undone" | "learner.deleted" | "learner.registered" | "lesson.published" | "lesson.unpublished" | "main_lesson.published" | "main_lesson.unpublished" | "purchase.completed" | "purchase.refunded" | "quiz.activated" | "quiz.deactivated")[]>>;
}, z.core.$strip>;
export declare const webhookEventSchemas: {
    'lesson.published': z.ZodObject<{
        type: z.ZodLiteral<"lesson.published">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            title: z.ZodString;
            level: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'lesson.unpublished': z.ZodObject<{
        type: z.ZodLiteral<"lesson.unpublished">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            isDeleted: z.ZodBoolean;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'main_lesson.published': z.ZodObject<{
        type: z.ZodLiteral<"main_lesson.published">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            title: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'main_lesson.unpublished': z.ZodObject<{
        type: z.ZodLiteral<"main_lesson.unpublished">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            isDeleted: z.ZodBoolean;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'quiz.activated': z.ZodObject<{
        type: z.ZodLiteral<"quiz.activated">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            lessonId: z.ZodNullable<z.ZodNumber>;
            title: z.ZodString;
            isPractice: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'quiz.deactivated': z.ZodObject<{
        type: z.ZodLiteral<"quiz.deactivated">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            isDeleted: z.ZodBoolean;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'purchase.completed': z.ZodObject<{
        type: z.ZodLiteral<"purchase.completed">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            orderId: z.ZodString;
            learnerId: z.ZodNullable<z.ZodNumber>;
            mainLessonId: z.ZodNullable<z.ZodNumber>;
            amount: z.ZodNumber;
            refundedAmount: z.ZodNumber;
            currency: z.ZodString;
            paymentMethod: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'purchase.refunded': z.ZodObject<{
        type: z.ZodLiteral<"purchase.refunded">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            orderId: z.ZodString;
            learnerId: z.ZodNullable<z.ZodNumber>;
            mainLessonId: z.ZodNullable<z.ZodNumber>;
            amount: z.ZodNumber;
            refundedAmount: z.ZodNumber;
            currency: z.ZodString;
            paymentMethod: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'learner.registered': z.ZodObject<{
        type: z.ZodLiteral<"learner.registered">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
            registrationType: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'learner.deleted': z.ZodObject<{
        type: z.ZodLiteral<"learner.deleted">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            version: z.ZodNumber;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'import.applied': z.ZodObject<{
        type: z.ZodLiteral<"import.applied">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            service: z.ZodString;
            entity: z.ZodString;
            fileName: z.ZodString;
            summary: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
    'import.undone': z.ZodObject<{
        type: z.ZodLiteral<"import.undone">;
        timestamp: z.ZodString;
        schemaVersion: z.ZodLiteral<1>;
        data: z.ZodObject<{
            service: z.ZodString;
            entity: z.ZodString;
            fileName: z.ZodString;
            summary: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const webhookEventTypes: [WebhookEventType, ...WebhookEventType[]];
export declare const webhookLimits: {
    readonly webhooks: 20;
    readonly address: 500;
    readonly description: 200;
    readonly deliveries: 1000;
    readonly waiting: 10000;
    readonly days: 30;
    readonly previousSecretHours: 24;
    readonly failures: 20;
    readonly failingHours: 24;
    readonly answer: number;
};
export declare const webhookMessages: {
    readonly address: 'Must be an https address';
    readonly addressInside: 'Addresses inside the network are not allowed';
    readonly events: 'Choose at least one event';
    readonly tooMany: "There are 20 webhooks. Delete one first.";
    readonly off: 'The webhook is off. Switch it on first.';
    readonly deleted: 'Webhook deleted';
    readonly tested: 'The test event is on its way';
    readonly sentAgain: 'The delivery is sent again';
};
export declare const webhookOffReasons: readonly ['admin', 'gone', 'failures', 'waiting'];
export declare const webhookSchema: z.ZodObject<{
    id: z.ZodNumber;
    address: z.ZodString;
    description: z.ZodString;
    events: z.ZodArray<z.ZodEnum<{
        "import.applied": "import.applied";
        "import.undone": "import.undone";
        "learner.deleted": "learner.deleted";
        "learner.registered": "learner.registered";
        "lesson.published": "lesson.published";
        "lesson.unpublished": "lesson.unpublished";
        "main_lesson.published": "main_lesson.published";
        "main_lesson.unpublished": "main_lesson.unpublished";
        "purchase.completed": "purchase.completed";
        "purchase.refunded": "purchase.refunded";
        "quiz.activated": "quiz.activated";
        "quiz.deactivated": "quiz.deactivated";
    }>>;
    off: z.ZodNullable<z.ZodObject<{
        reason: z.ZodEnum<{
            admin: "admin";
            failures: "failures";
            gone: "gone";
            waiting: "waiting";
        }>;
        at: z.ZodString;
    }, z.core.$strip>>;
    failingSince: z.ZodNullable<z.ZodString>;
    createdAt: z.ZodString;
}, z.core.$strip>;
export declare const webhookTestType = "webhook.test";
export declare const webhooksCreate: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.create";
    readonly method: "POST";
    readonly path: "/api/webhooks";
    readonly recentProof: true;
    readonly summary: "Create a webhook";
    readonly body: z.ZodObject<{
        address: z.ZodString;
        description: z.ZodString;
        events: z.ZodPipe<z.ZodArray<z.ZodEnum<{
            "import.applied": "import.applied";
            "import.undone": "import.undone";
            "learner.deleted": "learner.deleted";
            "learner.registered": "learner.registered";
            "lesson.published": "lesson.published";
            "lesson.unpublished": "lesson.unpublished";
            "main_lesson.published": "main_lesson.published";
            "main_lesson.unpublished": "main_lesson.unpublished";
            "purchase.completed": "purchase.completed";
            "purchase.refunded": "purchase.refunded";
            "quiz.activated": "quiz.activated";
            "quiz.deactivated": "quiz.deactivated";
        }>>, z.ZodTransform<("import.applied" | "import.undone" | "learner.deleted" | "learner.registered" | "lesson.published" | "lesson.unpublished" | "main_lesson.published" | "main_lesson.unpublished" | "purchase.completed" | "purchase.refunded" | "quiz.activated" | "quiz.deactivated")[], ("import.applied" | "import.undone" | "learner.deleted" | "learner.registered" | "lesson.published" | "lesson.unpublished" | "main_lesson.published" | "main_lesson.unpublished" | "purchase.completed" | "purchase.refunded" | "quiz.activated" | "quiz.deactivated")[]>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        webhook: z.ZodObject<{
            id: z.ZodNumber;
            address: z.ZodString;
            description: z.ZodString;
            events: z.ZodArray<z.ZodEnum<{
                "import.applied": "import.applied";
                "import.undone": "import.undone";
                "learner.deleted": "learner.deleted";
                "learner.registered": "learner.registered";
                "lesson.published": "lesson.published";
                "lesson.unpublished": "lesson.unpublished";
                "main_lesson.published": "main_lesson.published";
                "main_lesson.unpublished": "main_lesson.unpublished";
                "purchase.completed": "purchase.completed";
                "purchase.refunded": "purchase.refunded";
                "quiz.activated": "quiz.activated";
                "quiz.deactivated": "quiz.deactivated";
            }>>;
            off: z.ZodNullable<z.ZodObject<{
                reason: z.ZodEnum<{
                    admin: "admin";
                    failures: "failures";
                    gone: "gone";
                    waiting: "waiting";
                }>;
                at: z.ZodString;
            }, z.core.$strip>>;
            failingSince: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
        }, z.core.$strip>;
        secret: z.ZodString;
    }, z.core.$strip>;
    readonly status: 201;
};
export declare const webhooksDelete: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.delete";
    readonly method: "DELETE";
    readonly path: "/api/webhooks/:id";
    readonly summary: "Delete a webhook with its deliveries";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const webhooksDeliveries: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.deliveries";
    readonly method: "GET";
    readonly path: "/api/webhooks/:id/deliveries";
    readonly summary: "Deliveries of a webhook, the latest first";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        deliveries: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            type: z.ZodEnum<{
                "import.applied": "import.applied";
                "import.undone": "import.undone";
                "learner.deleted": "learner.deleted";
                "learner.registered": "learner.registered";
                "lesson.published": "lesson.published";
                "lesson.unpublished": "lesson.unpublished";
                "main_lesson.published": "main_lesson.published";
                "main_lesson.unpublished": "main_lesson.unpublished";
                "purchase.completed": "purchase.completed";
                "purchase.refunded": "purchase.refunded";
                "quiz.activated": "quiz.activated";
                "quiz.deactivated": "quiz.deactivated";
                "webhook.test": "webhook.test";
            }>;
            state: z.ZodEnum<{
                delivered: "delivered";
                failed: "failed";
                waiting: "waiting";
            }>;
            createdAt: z.ZodString;
            attempts: z.ZodNumber;
            lastAttemptAt: z.ZodNullable<z.ZodString>;
            status: z.ZodNullable<z.ZodNumber>;
            nextAttemptAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const webhooksDelivery: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.delivery";
    readonly method: "GET";
    readonly path: "/api/webhooks/:id/deliveries/:delivery";
    readonly summary: "A delivery of a webhook";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
        delivery: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodString;
        type: z.ZodEnum<{
            "import.applied": "import.applied";
            "import.undone": "import.undone";
            "learner.deleted": "learner.deleted";
            "learner.registered": "learner.registered";
            "lesson.published": "lesson.published";
            "lesson.unpublished": "lesson.unpublished";
            "main_lesson.published": "main_lesson.published";
            "main_lesson.unpublished": "main_lesson.unpublished";
            "purchase.completed": "purchase.completed";
            "purchase.refunded": "purchase.refunded";
            "quiz.activated": "quiz.activated";
            "quiz.deactivated": "quiz.deactivated";
            "webhook.test": "webhook.test";
        }>;
        state: z.ZodEnum<{
            delivered: "delivered";
            failed: "failed";
            waiting: "waiting";
        }>;
        createdAt: z.ZodString;
        attempts: z.ZodNumber;
        lastAttemptAt: z.ZodNullable<z.ZodString>;
        status: z.ZodNullable<z.ZodNumber>;
        nextAttemptAt: z.ZodNullable<z.ZodString>;
        body: z.ZodString;
        attempt: z.ZodNullable<z.ZodObject<{
            headers: z.ZodRecord<z.ZodString, z.ZodString>;
            durationMs: z.ZodNumber;
            answer: z.ZodNullable<z.ZodString>;
            failure: z.ZodNullable<z.ZodEnum<{
                address: "address";
                connection: "connection";
                timeout: "timeout";
            }>>;
            detail: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const webhooksList: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.list";
    readonly method: "GET";
    readonly path: "/api/webhooks";
    readonly summary: "Webhooks, the latest first";
    readonly response: z.ZodArray<z.ZodObject<{
        id: z.ZodNumber;
        address: z.ZodString;
        description: z.ZodString;
        events: z.ZodArray<z.ZodEnum<{
            "import.applied": "import.applied";
            "import.undone": "import.undone";
            "learner.deleted": "learner.deleted";
            "learner.registered": "learner.registered";
            "lesson.published": "lesson.published";
            "lesson.unpublished": "lesson.unpublished";
            "main_lesson.published": "main_lesson.published";
            "main_lesson.unpublished": "main_lesson.unpublished";
            "purchase.completed": "purchase.completed";
            "purchase.refunded": "purchase.refunded";
            "quiz.activated": "quiz.activated";
            "quiz.deactivated": "quiz.deactivated";
        }>>;
        off: z.ZodNullable<z.ZodObject<{
            reason: z.ZodEnum<{
                admin: "admin";
                failures: "failures";
                gone: "gone";
                waiting: "waiting";
            }>;
            at: z.ZodString;
        }, z.core.$strip>>;
        failingSince: z.ZodNullable<z.ZodString>;
        createdAt: z.ZodString;
    }, z.core.$strip>>;
};
export declare const webhooksRotateSecret: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.rotateSecret";
    readonly method: "POST";
    readonly path: "/api/webhooks/:id/secret";
    readonly recentProof: true;
    readonly summary: "Make a new secret of a webhook";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        webhook: z.ZodObject<{
            id: z.ZodNumber;
            address: z.ZodString;
            description: z.ZodString;
            events: z.ZodArray<z.ZodEnum<{
                "import.applied": "import.applied";
                "import.undone": "import.undone";
                "learner.deleted": "learner.deleted";
                "learner.registered": "learner.registered";
                "lesson.published": "lesson.published";
                "lesson.unpublished": "lesson.unpublished";
                "main_lesson.published": "main_lesson.published";
                "main_lesson.unpublished": "main_lesson.unpublished";
                "purchase.completed": "purchase.completed";
                "purchase.refunded": "purchase.refunded";
                "quiz.activated": "quiz.activated";
                "quiz.deactivated": "quiz.deactivated";
            }>>;
            off: z.ZodNullable<z.ZodObject<{
                reason: z.ZodEnum<{
                    admin: "admin";
                    failures: "failures";
                    gone: "gone";
                    waiting: "waiting";
                }>;
                at: z.ZodString;
            }, z.core.$strip>>;
            failingSince: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodString;
        }, z.core.$strip>;
        secret: z.ZodString;
    }, z.core.$strip>;
};
export declare const webhooksSendAgain: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.sendAgain";
    readonly method: "POST";
    readonly path: "/api/webhooks/:id/deliveries/:delivery/send";
    readonly summary: "Send a delivery of a webhook again";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
        delivery: z.ZodString;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const webhooksTest: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.test";
    readonly method: "POST";
    readonly path: "/api/webhooks/:id/test";
    readonly summary: "Send a test event to a webhook";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
};
export declare const webhooksUpdate: {
    readonly service: "users";
    readonly access: 'admin';
    readonly id: "webhooks.update";
    readonly method: "PATCH";
    readonly path: "/api/webhooks/:id";
    readonly recentProof: true;
    readonly summary: "Change a webhook";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly body: z.ZodObject<{
        address: z.ZodOptional<z.ZodString>;
        description: z.ZodOptional<z.ZodString>;
        events: z.ZodOptional<z.ZodPipe<z.ZodArray<z.ZodEnum<{
            "import.applied": "import.applied";
            "import.undone": "import.undone";
            "learner.deleted": "learner.deleted";
            "learner.registered": "learner.registered";
            "lesson.published": "lesson.published";
            "lesson.unpublished": "lesson.unpublished";
            "main_lesson.published": "main_lesson.published";
            "main_lesson.unpublished": "main_lesson.unpublished";
            "purchase.completed": "purchase.completed";
            "purchase.refunded": "purchase.refunded";
            "quiz.activated": "quiz.activated";
            "quiz.deactivated": "quiz.deactivated";
        }>>, z.ZodTransform<("import.applied" | "import.undone" | "learner.deleted" | "learner.registered" | "lesson.published" | "lesson.unpublished" | "main_lesson.published" | "main_lesson.unpublished" | "purchase.completed" | "purchase.refunded" | "quiz.activated" | "quiz.deactivated")[], ("import.applied" | "import.undone" | "learner.deleted" | "learner.registered" | "lesson.published" | "lesson.unpublished" | "main_lesson.published" | "main_lesson.unpublished" | "purchase.completed" | "purchase.refunded" | "quiz.activated" | "quiz.deactivated")[]>>>;
        isOn: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        id: z.ZodNumber;
        address: z.ZodString;
        description: z.ZodString;
        events: z.ZodArray<z.ZodEnum<{
            "import.applied": "import.applied";
            "import.undone": "import.undone";
            "learner.deleted": "learner.deleted";
            "learner.registered": "learner.registered";
            "lesson.published": "lesson.published";
            "lesson.unpublished": "lesson.unpublished";
            "main_lesson.published": "main_lesson.published";
            "main_lesson.unpublished": "main_lesson.unpublished";
            "purchase.completed": "purchase.completed";
            "purchase.refunded": "purchase.refunded";
            "quiz.activated": "quiz.activated";
            "quiz.deactivated": "quiz.deactivated";
        }>>;
        off: z.ZodNullable<z.ZodObject<{
            reason: z.ZodEnum<{
                admin: "admin";
                failures: "failures";
                gone: "gone";
                waiting: "waiting";
            }>;
            at: z.ZodString;
        }, z.core.$strip>>;
        failingSince: z.ZodNullable<z.ZodString>;
        createdAt: z.ZodString;
    }, z.core.$strip>;
};
export type Webhook = z.output<typeof webhookSchema>;
export type WebhookDelivery = z.output<typeof deliverySummary>;
export type WebhookDeliveryDetails = z.output<typeof deliveryDetails>;
export type WebhookEventBody<T extends WebhookEventType = WebhookEventType> = z.output<(typeof webhookEventSchemas)[T]>;
export type WebhookEventType = keyof typeof webhookEventSchemas;
export type WebhookOffReason = (typeof webhookOffReasons)[number];
export type WebhookSettings = z.output<typeof webhookBody>;
import { z } from 'zod';

// v1/content.ts
export declare const v1Envelope: <S extends z.ZodType>(data: S) => z.ZodObject<{
    success: z.ZodLiteral<true>;
    data: S;
}, z.core.$strip>;
export declare const v1LessonSchema: z.ZodObject<{
    id: z.ZodNumber;
    mainLessonId: z.ZodNumber;
    lessonTypeId: z.ZodNumber;
    lessonType: z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        icon: z.ZodString;
        iconMode: z.ZodEnum<{
            file: "file";
            raw: "raw";
        }>;
        iconUrl: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    image: z.ZodString;
    locked: z.ZodBoolean;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
    sections: z.ZodArray<z.ZodObject<{
        title: z.ZodString;
        content: z.ZodString;
        html: z.ZodNullable<z.ZodString>;
        items: z.ZodArray<z.ZodObject<{
            english: z.ZodString;
            phonemic: z.ZodString;
            khmer: z.ZodString;
            recordings: z.ZodObject<{
                en: z.ZodNullable<z.ZodString>;
                km: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export declare const v1LessonSummarySchema: z.ZodObject<{
    id: z.ZodNumber;
    mainLessonId: z.ZodNumber;
    lessonTypeId: z.ZodNumber;
    lessonType: z.ZodObject<{
        id: z.ZodNumber;
        title: z.ZodString;
        icon: z.ZodString;
        iconMode: z.ZodEnum<{
            file: "file";
            raw: "raw";
        }>;
        iconUrl: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    title: z.ZodString;
    description: z.ZodString;
    level: z.ZodEnum<{
        Advanced: "Advanced";
        Beginner: "Beginner";
        Intermediate: "Intermediate";
    }>;
    image: z.ZodString;
    locked: z.ZodBoolean;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const v1LessonsByLevel: {
    readonly service: "content";
    readonly method: 'GET';
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type"];
    readonly id: "v1.lessons.byLevel";
    readonly path: "/api/v1/lessons/level/:level";
    readonly summary: "Published lessons of a level";
    readonly params: z.ZodObject<{
        level: z.ZodPipe<z.ZodString, z.ZodTransform<"Advanced" | "Beginner" | "Intermediate", string>>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            locked: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const v1LessonsGet: {
    readonly service: "content";
    readonly method: 'GET';
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type"];
    readonly id: "v1.lessons.get";
    readonly path: "/api/v1/lessons/:id";
    readonly summary: "One published lesson with its sections";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        locked: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<boolean, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            locked: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
            sections: z.ZodArray<z.ZodObject<{
                title: z.ZodString;
                content: z.ZodString;
                html: z.ZodNullable<z.ZodString>;
                items: z.ZodArray<z.ZodObject<{
                    english: z.ZodString;
                    phonemic: z.ZodString;
                    khmer: z.ZodString;
                    recordings: z.ZodObject<{
                        en: z.ZodNullable<z.ZodString>;
                        km: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const v1LessonsList: {
    readonly service: "content";
    readonly method: 'GET';
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type"];
    readonly id: "v1.lessons.list";
    readonly path: "/api/v1/lessons";
    readonly summary: "Published lessons";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
        level: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"Advanced" | "Beginner" | "Intermediate" | undefined, string | undefined>>;
        type: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        mainLessonId: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<number | undefined, string | undefined>>;
        search: z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>;
        exact: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"true" | undefined, string | undefined>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        searchedFor: z.ZodOptional<z.ZodString>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            locked: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const v1ListEnvelope: <S extends z.ZodType>(row: S) => z.ZodObject<{
    total: z.ZodNumber;
    totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
    success: z.ZodLiteral<true>;
    data: z.ZodArray<S>;
    nextCursor: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const v1MainLessonSchema: z.ZodObject<{
    id: z.ZodNumber;
    title: z.ZodString;
    description: z.ZodString;
    imageCoverUrl: z.ZodString;
    free: z.ZodBoolean;
    price: z.ZodNullable<z.ZodNumber>;
    isFree: z.ZodBoolean;
    hasAccess: z.ZodBoolean;
    thumbnailUrl: z.ZodString;
    lessonCount: z.ZodNumber;
    order: z.ZodNumber;
    comingSoon: z.ZodBoolean;
    createdAt: z.ZodString;
    updatedAt: z.ZodString;
}, z.core.$strip>;
export declare const v1MainLessonsGet: {
    readonly service: "content";
    readonly method: 'GET';
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type"];
    readonly id: "v1.mainLessons.get";
    readonly path: "/api/v1/main-lessons/:id";
    readonly summary: "One published main lesson";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            description: z.ZodString;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            isFree: z.ZodBoolean;
            hasAccess: z.ZodBoolean;
            thumbnailUrl: z.ZodString;
            lessonCount: z.ZodNumber;
            order: z.ZodNumber;
            comingSoon: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const v1MainLessonsList: {
    readonly service: "content";
    readonly method: 'GET';
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type"];
    readonly id: "v1.mainLessons.list";
    readonly path: "/api/v1/main-lessons";
    readonly summary: "Published main lessons";
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            title: z.ZodString;
            description: z.ZodString;
            imageCoverUrl: z.ZodString;
            free: z.ZodBoolean;
            price: z.ZodNullable<z.ZodNumber>;
            isFree: z.ZodBoolean;
            hasAccess: z.ZodBoolean;
            thumbnailUrl: z.ZodString;
            lessonCount: z.ZodNumber;
            order: z.ZodNumber;
            comingSoon: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const v1MainLessonsListLessons: {
    readonly service: "content";
    readonly method: 'GET';
    readonly access: 'apiKey';
    readonly envelope: 'v1';
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type"];
    readonly id: "v1.mainLessons.lessons";
    readonly path: "/api/v1/main-lessons/:id/lessons";
    readonly summary: "Published lessons of a main lesson";
    readonly params: z.ZodObject<{
        id: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodNumber;
            mainLessonId: z.ZodNumber;
            lessonTypeId: z.ZodNumber;
            lessonType: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                icon: z.ZodString;
                iconMode: z.ZodEnum<{
                    file: "file";
                    raw: "raw";
                }>;
                iconUrl: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            title: z.ZodString;
            description: z.ZodString;
            level: z.ZodEnum<{
                Advanced: "Advanced";
                Beginner: "Beginner";
                Intermediate: "Intermediate";
            }>;
            image: z.ZodString;
            locked: z.ZodBoolean;
            createdAt: z.ZodString;
            updatedAt: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const vocabularyItemSchema: z.ZodObject<{
    english: z.ZodString;
    phonemic: z.ZodString;
    khmer: z.ZodString;
    recordings: z.ZodObject<{
        en: z.ZodNullable<z.ZodString>;
        km: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
}, z.core.$strip>;
import { z } from 'zod';

// v1/docs.ts
export declare const v1Docs: {
    readonly id: "v1.docs";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/docs";
    readonly access: "public";
    readonly summary: "Interactive documentation of this API";
    readonly responseType: "binary";
    readonly response: z.ZodUnknown;
};
export declare const v1OpenApi: {
    readonly id: "v1.openApi";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/openapi.json";
    readonly access: "public";
    readonly summary: "This API as an OpenAPI 3.1 document";
    readonly response: z.ZodRecord<z.ZodString, z.ZodUnknown>;
};
import { z } from 'zod';

// v1/me.ts
export declare const v1ChangePassword: {
    readonly service: 'users';
    readonly access: 'learner';
    readonly id: "v1.me.password";
    readonly method: "PUT";
    readonly path: "/api/v1/me/password";
    readonly envelope: "v1";
    readonly summary: "Change the learner’s password";
    readonly body: import("zod").ZodObject<{
        currentPassword: import("zod").ZodString;
        newPassword: import("zod").ZodString;
    }, import("zod/v4/core").$strip>;
    readonly response: import("zod").ZodObject<{
        success: import("zod").ZodLiteral<true>;
        data: import("zod").ZodObject<{
            message: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
    }, import("zod/v4/core").$strip>;
};
export declare const v1DeleteMe: {
    readonly service: 'users';
    readonly access: 'learner';
    readonly id: "v1.me.delete";
    readonly method: "DELETE";
    readonly path: "/api/v1/me";
    readonly envelope: "v1";
    readonly summary: "Delete the learner’s account";
    readonly response: import("zod").ZodObject<{
        success: import("zod").ZodLiteral<true>;
        data: import("zod").ZodObject<{
            message: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
    }, import("zod/v4/core").$strip>;
};
export declare const v1Logout: {
    readonly service: 'users';
    readonly access: 'learner';
    readonly id: "v1.logout";
    readonly method: "POST";
    readonly path: "/api/v1/logout";
    readonly envelope: "v1";
    readonly summary: "Sign the learner out";
    readonly response: import("zod").ZodObject<{
        success: import("zod").ZodLiteral<true>;
        data: import("zod").ZodObject<{
            message: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
    }, import("zod/v4/core").$strip>;
};
export declare const v1Me: {
    readonly service: 'users';
    readonly access: 'learner';
    readonly id: "v1.me";
    readonly method: "GET";
    readonly path: "/api/v1/me";
    readonly envelope: "v1";
    readonly summary: "The signed-in learner";
    readonly response: import("zod").ZodObject<{
        success: import("zod").ZodLiteral<true>;
        data: import("zod").ZodObject<{
            id: import("zod").ZodNumber;
            email: import("zod").ZodString;
            firstName: import("zod").ZodString;
            lastName: import("zod").ZodString;
            role: import("zod").ZodEnum<{
                admin: "admin";
                student: "student";
                teacher: "teacher";
            }>;
            name: import("zod").ZodString;
        }, import("zod/v4/core").$strip>;
    }, import("zod/v4/core").$strip>;
};

// v1/packs.ts
declare const partBody: z.ZodObject<{
    mainLessonId: z.ZodNumber;
    learnerId: z.ZodNullable<z.ZodNumber>;
    since: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export declare const packContentGet: {
    readonly method: 'POST';
    readonly access: 'internal';
    readonly body: z.ZodObject<{
        mainLessonId: z.ZodNumber;
        learnerId: z.ZodNullable<z.ZodNumber>;
        since: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    readonly id: "internal.packContent";
    readonly service: "content";
    readonly path: "/internal/packs/content";
    readonly summary: "The lessons and files of an offline pack";
    readonly response: z.ZodObject<{
        part: z.ZodOptional<z.ZodObject<{
            version: z.ZodString;
            full: z.ZodBoolean;
            mainLesson: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                description: z.ZodString;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                isFree: z.ZodBoolean;
                hasAccess: z.ZodBoolean;
                thumbnailUrl: z.ZodString;
                lessonCount: z.ZodNumber;
                order: z.ZodNumber;
                comingSoon: z.ZodBoolean;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            lessons: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                hash: z.ZodString;
                order: z.ZodNumber;
            }, z.core.$strip>>;
            files: z.ZodArray<z.ZodString>;
            removed: z.ZodObject<{
                lessons: z.ZodArray<z.ZodNumber>;
                files: z.ZodArray<z.ZodString>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
        refusal: z.ZodOptional<z.ZodObject<{
            status: z.ZodLiteral<403 | 404 | 422>;
            code: z.ZodString;
            message: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const packFileKinds: readonly ['image', 'sound'];
export declare const packLimits: {
    readonly lessons: 2000;
    readonly quizzes: 2000;
    readonly files: 5000;
};
export declare const packMessages: {
    readonly locked: 'This offline pack belongs to a paid main lesson';
    readonly tooLarge: 'This main lesson is too large for an offline pack';
};
export declare const packQuizzesGet: {
    readonly method: 'POST';
    readonly access: 'internal';
    readonly body: z.ZodObject<{
        mainLessonId: z.ZodNumber;
        learnerId: z.ZodNullable<z.ZodNumber>;
        since: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    readonly id: "internal.packQuizzes";
    readonly service: "quizzes";
    readonly path: "/internal/packs/quizzes";
    readonly summary: "The quizzes and their files of an offline pack";
    readonly response: z.ZodObject<{
        part: z.ZodOptional<z.ZodObject<{
            version: z.ZodString;
            full: z.ZodBoolean;
            quizzes: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                hash: z.ZodString;
            }, z.core.$strip>>;
            removed: z.ZodArray<z.ZodNumber>;
            files: z.ZodDefault<z.ZodArray<z.ZodString>>;
            removedFiles: z.ZodDefault<z.ZodArray<z.ZodString>>;
        }, z.core.$strip>>;
        refusal: z.ZodOptional<z.ZodObject<{
            status: z.ZodLiteral<403 | 404 | 422>;
            code: z.ZodString;
            message: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export declare const v1PacksGet: {
    readonly id: "v1.packs.get";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/packs/:mainLessonId";
    readonly access: "apiKey";
    readonly envelope: "v1";
    readonly summary: "The offline pack of a main lesson, or what changed in it";
    readonly params: z.ZodObject<{
        mainLessonId: z.ZodPreprocess<z.ZodNumber, unknown>;
    }, z.core.$strip>;
    readonly query: z.ZodObject<{
        since: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            mainLesson: z.ZodObject<{
                id: z.ZodNumber;
                title: z.ZodString;
                description: z.ZodString;
                imageCoverUrl: z.ZodString;
                free: z.ZodBoolean;
                price: z.ZodNullable<z.ZodNumber>;
                isFree: z.ZodBoolean;
                hasAccess: z.ZodBoolean;
                thumbnailUrl: z.ZodString;
                lessonCount: z.ZodNumber;
                order: z.ZodNumber;
                comingSoon: z.ZodBoolean;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>;
            version: z.ZodString;
            full: z.ZodBoolean;
            lessons: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                hash: z.ZodString;
                order: z.ZodNumber;
                url: z.ZodString;
            }, z.core.$strip>>;
            quizzes: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                hash: z.ZodString;
                url: z.ZodString;
            }, z.core.$strip>>;
            files: z.ZodArray<z.ZodObject<{
                name: z.ZodString;
                kind: z.ZodEnum<{
                    image: "image";
                    sound: "sound";
                }>;
                url: z.ZodString;
                size: z.ZodOptional<z.ZodNumber>;
                hash: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>;
            removed: z.ZodObject<{
                lessons: z.ZodArray<z.ZodNumber>;
                quizzes: z.ZodArray<z.ZodNumber>;
                files: z.ZodArray<z.ZodString>;
            }, z.core.$strip>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export type PackPartRequest = z.infer<typeof partBody>;
import { z } from 'zod';

// v1/progress.ts
declare const progressEntrySchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    type: z.ZodLiteral<"lesson">;
    lessonId: z.ZodNumber;
    openedAt: z.ZodNullable<z.ZodString>;
    finishedAt: z.ZodNullable<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    type: z.ZodLiteral<"answer">;
    quizId: z.ZodNumber;
    questionId: z.ZodNumber;
    answer: z.ZodString;
    at: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    schedule: z.ZodOptional<z.ZodObject<{
        dueAt: z.ZodString;
        state: z.ZodEnum<{
            learning: "learning";
            relearning: "relearning";
            review: "review";
        }>;
        stability: z.ZodNumber;
        difficulty: z.ZodNumber;
        reps: z.ZodNumber;
        lapses: z.ZodNumber;
    }, z.core.$strip>>;
    reviews: z.ZodOptional<z.ZodArray<z.ZodObject<{
        at: z.ZodString;
        grade: z.ZodNumber;
    }, z.core.$strip>>>;
    type: z.ZodLiteral<"card">;
    card: z.ZodString;
    grade: z.ZodNumber;
    dueAt: z.ZodString;
    scheduler: z.ZodNullable<z.ZodString>;
    at: z.ZodString;
}, z.core.$strip>], "type">;
declare const progressRecordSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    sequence: z.ZodNumber;
    at: z.ZodISODateTime;
    type: z.ZodLiteral<"lesson-opened">;
    lessonId: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    sequence: z.ZodNumber;
    at: z.ZodISODateTime;
    type: z.ZodLiteral<"lesson-finished">;
    lessonId: z.ZodNumber;
}, z.core.$strip>, z.ZodObject<{
    sequence: z.ZodNumber;
    at: z.ZodISODateTime;
    type: z.ZodLiteral<"answer">;
    quizId: z.ZodNumber;
    questionId: z.ZodNumber;
    answer: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    sequence: z.ZodNumber;
    at: z.ZodISODateTime;
    type: z.ZodLiteral<"review">;
    card: z.ZodString;
    grade: z.ZodNumber;
    dueAt: z.ZodOptional<z.ZodISODateTime>;
    scheduler: z.ZodOptional<z.ZodString>;
}, z.core.$strip>], "type">;
declare const reviewScheduleSchema: z.ZodObject<{
    dueAt: z.ZodString;
    state: z.ZodEnum<{
        learning: "learning";
        relearning: "relearning";
        review: "review";
    }>;
    stability: z.ZodNumber;
    difficulty: z.ZodNumber;
    reps: z.ZodNumber;
    lapses: z.ZodNumber;
}, z.core.$strip>;
export declare const progressLimits: {
    readonly records: 500;
    readonly bytes: number;
    readonly entries: 10000;
    readonly clients: 20;
    readonly answerLength: 2000;
    readonly gaps: 50;
    readonly ageDays: 366;
};
export declare const v1ProgressGet: {
    readonly service: 'users';
    readonly path: '/api/v1/progress';
    readonly access: 'learner';
    readonly envelope: 'v1';
    readonly id: "v1.progress.get";
    readonly method: "GET";
    readonly summary: "The learner’s progress";
    readonly query: z.ZodObject<{
        since: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
        limit: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
        cursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            type: z.ZodLiteral<"lesson">;
            lessonId: z.ZodNumber;
            openedAt: z.ZodNullable<z.ZodString>;
            finishedAt: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>, z.ZodObject<{
            type: z.ZodLiteral<"answer">;
            quizId: z.ZodNumber;
            questionId: z.ZodNumber;
            answer: z.ZodString;
            at: z.ZodString;
        }, z.core.$strip>, z.ZodObject<{
            schedule: z.ZodOptional<z.ZodObject<{
                dueAt: z.ZodString;
                state: z.ZodEnum<{
                    learning: "learning";
                    relearning: "relearning";
                    review: "review";
                }>;
                stability: z.ZodNumber;
                difficulty: z.ZodNumber;
                reps: z.ZodNumber;
                lapses: z.ZodNumber;
            }, z.core.$strip>>;
            reviews: z.ZodOptional<z.ZodArray<z.ZodObject<{
                at: z.ZodString;
                grade: z.ZodNumber;
            }, z.core.$strip>>>;
            type: z.ZodLiteral<"card">;
            card: z.ZodString;
            grade: z.ZodNumber;
            dueAt: z.ZodString;
            scheduler: z.ZodNullable<z.ZodString>;
            at: z.ZodString;
        }, z.core.$strip>], "type">>;
        version: z.ZodNumber;
        nextCursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
};
export declare const v1ProgressUpdate: {
    readonly service: 'users';
    readonly path: '/api/v1/progress';
    readonly access: 'learner';
    readonly envelope: 'v1';
    readonly id: "v1.progress.update";
    readonly scope: "submit";
    readonly method: "PUT";
    readonly summary: "Report lessons, answers and reviews of the learner";
    readonly bodyLimit: number;
    readonly body: z.ZodObject<{
        clientId: z.ZodUUID;
        records: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            sequence: z.ZodNumber;
            at: z.ZodISODateTime;
            type: z.ZodLiteral<"lesson-opened">;
            lessonId: z.ZodNumber;
        }, z.core.$strip>, z.ZodObject<{
            sequence: z.ZodNumber;
            at: z.ZodISODateTime;
            type: z.ZodLiteral<"lesson-finished">;
            lessonId: z.ZodNumber;
        }, z.core.$strip>, z.ZodObject<{
            sequence: z.ZodNumber;
            at: z.ZodISODateTime;
            type: z.ZodLiteral<"answer">;
            quizId: z.ZodNumber;
            questionId: z.ZodNumber;
            answer: z.ZodString;
        }, z.core.$strip>, z.ZodObject<{
            sequence: z.ZodNumber;
            at: z.ZodISODateTime;
            type: z.ZodLiteral<"review">;
            card: z.ZodString;
            grade: z.ZodNumber;
            dueAt: z.ZodOptional<z.ZodISODateTime>;
            scheduler: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>], "type">>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            lastSequence: z.ZodNumber;
            applied: z.ZodNumber;
            repeated: z.ZodNumber;
            ignored: z.ZodNumber;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const v1ReviewCardSchema: z.ZodObject<{
    card: z.ZodString;
    schedule: z.ZodObject<{
        dueAt: z.ZodString;
        state: z.ZodEnum<{
            learning: "learning";
            relearning: "relearning";
            review: "review";
        }>;
        stability: z.ZodNumber;
        difficulty: z.ZodNumber;
        reps: z.ZodNumber;
        lapses: z.ZodNumber;
    }, z.core.$strip>;
    reviews: z.ZodArray<z.ZodObject<{
        at: z.ZodString;
        grade: z.ZodNumber;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type ProgressEntry = z.infer<typeof progressEntrySchema>;
export type ProgressRecord = z.infer<typeof progressRecordSchema>;
export type ReviewCard = z.infer<typeof v1ReviewCardSchema>;
export type ReviewSchedule = z.infer<typeof reviewScheduleSchema>;
import { z } from 'zod';

// v1/reviews.ts
export declare const defaultReviewParameters: {
    desiredRetention: number;
    maximumIntervalDays: number;
    version: number;
};
export declare const reviewParametersBody: z.ZodObject<{
    desiredRetention: z.ZodNumber;
    maximumIntervalDays: z.ZodNumber;
}, z.core.$strip>;
export declare const reviewParametersGet: {
    readonly service: 'users';
    readonly path: '/api/review-parameters';
    readonly access: 'admin';
    readonly id: "reviewParameters.get";
    readonly method: "GET";
    readonly summary: "The school’s parameters of spaced repetition";
    readonly response: z.ZodObject<{
        desiredRetention: z.ZodNumber;
        maximumIntervalDays: z.ZodNumber;
        version: z.ZodNumber;
    }, z.core.$strip>;
};
export declare const reviewParametersSchema: z.ZodObject<{
    desiredRetention: z.ZodNumber;
    maximumIntervalDays: z.ZodNumber;
    version: z.ZodNumber;
}, z.core.$strip>;
export declare const reviewParametersUpdate: {
    readonly service: 'users';
    readonly path: '/api/review-parameters';
    readonly access: 'admin';
    readonly id: "reviewParameters.update";
    readonly method: "PUT";
    readonly summary: "Set the school’s parameters of spaced repetition";
    readonly body: z.ZodObject<{
        desiredRetention: z.ZodNumber;
        maximumIntervalDays: z.ZodNumber;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        desiredRetention: z.ZodNumber;
        maximumIntervalDays: z.ZodNumber;
        version: z.ZodNumber;
    }, z.core.$strip>;
};
export declare const v1ReviewsDue: {
    readonly service: "users";
    readonly envelope: "v1";
    readonly access: "learner";
    readonly id: "v1.reviews.due";
    readonly method: "GET";
    readonly path: "/api/v1/reviews/due";
    readonly summary: "The learner’s cards that are due";
    readonly query: z.ZodObject<{
        limit: z.ZodDefault<z.ZodPreprocess<z.ZodNumber, unknown>>;
        before: z.ZodOptional<z.ZodISODateTime>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodObject<{
            card: z.ZodString;
            schedule: z.ZodObject<{
                dueAt: z.ZodString;
                state: z.ZodEnum<{
                    learning: "learning";
                    relearning: "relearning";
                    review: "review";
                }>;
                stability: z.ZodNumber;
                difficulty: z.ZodNumber;
                reps: z.ZodNumber;
                lapses: z.ZodNumber;
            }, z.core.$strip>;
            reviews: z.ZodArray<z.ZodObject<{
                at: z.ZodString;
                grade: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        total: z.ZodNumber;
        parameters: z.ZodObject<{
            desiredRetention: z.ZodNumber;
            maximumIntervalDays: z.ZodNumber;
            version: z.ZodNumber;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export type ReviewParameters = z.infer<typeof reviewParametersSchema>;
import { z } from 'zod';

// v1/search.ts
export declare const v1Search: {
    readonly id: "v1.search";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/search";
    readonly access: "apiKey";
    readonly envelope: "v1";
    readonly summary: "Search published lessons and active quizzes";
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type", "quiz"];
    readonly query: z.ZodObject<{
        q: z.ZodString;
        type: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"lessons" | "quizzes" | undefined, string | undefined>>;
        exact: z.ZodPipe<z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<string | undefined, string | undefined>>, z.ZodTransform<"true" | undefined, string | undefined>>;
        limit: z.ZodPipe<z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>, z.ZodDefault<z.ZodNumber>>;
        offset: z.ZodOptional<z.ZodPreprocess<z.ZodNumber, unknown>>;
    }, z.core.$strip>;
    readonly response: z.ZodObject<{
        total: z.ZodNumber;
        totalIsEstimate: z.ZodOptional<z.ZodLiteral<true>>;
        searchedFor: z.ZodOptional<z.ZodString>;
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            lessons: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                mainLessonId: z.ZodNumber;
                lessonTypeId: z.ZodNumber;
                lessonType: z.ZodObject<{
                    id: z.ZodNumber;
                    title: z.ZodString;
                    icon: z.ZodString;
                    iconMode: z.ZodEnum<{
                        file: "file";
                        raw: "raw";
                    }>;
                    iconUrl: z.ZodNullable<z.ZodString>;
                }, z.core.$strip>;
                title: z.ZodString;
                description: z.ZodString;
                level: z.ZodEnum<{
                    Advanced: "Advanced";
                    Beginner: "Beginner";
                    Intermediate: "Intermediate";
                }>;
                image: z.ZodString;
                locked: z.ZodBoolean;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
            quizzes: z.ZodArray<z.ZodObject<{
                id: z.ZodNumber;
                lessonId: z.ZodNullable<z.ZodNumber>;
                title: z.ZodString;
                description: z.ZodString;
                questionCount: z.ZodNumber;
                isPractice: z.ZodBoolean;
                createdAt: z.ZodString;
                updatedAt: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
export declare const v1SearchKinds: readonly ['lessons', 'quizzes'];
export declare const v1SearchPageSize = 20;
import { z } from 'zod';

// v1/stats.ts
export declare const v1Stats: {
    readonly id: "v1.stats";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/stats";
    readonly access: "apiKey";
    readonly envelope: "v1";
    readonly summary: "Number of published main lessons, lessons and quizzes";
    readonly cacheInvalidatedBy: readonly ["lesson", "main-lesson", "lesson-type", "quiz"];
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodObject<{
            mainLessons: z.ZodNumber;
            lessons: z.ZodNumber;
            quizzes: z.ZodNumber;
            isEstimate: z.ZodOptional<z.ZodLiteral<true>>;
            lessonsByLevel: z.ZodObject<{
                Beginner: z.ZodNumber;
                Intermediate: z.ZodNumber;
                Advanced: z.ZodNumber;
            }, z.core.$strip>;
        }, z.core.$strip>;
    }, z.core.$strip>;
};
import { z } from 'zod';

// v1/subscriptions.ts
export declare const v1SubscriptionPlans: {
    readonly id: "v1.subscriptions.plans";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/subscription-plans";
    readonly access: "apiKey";
    readonly envelope: "v1";
    readonly summary: "Subscription plans: none yet";
    readonly response: z.ZodObject<{
        success: z.ZodLiteral<true>;
        data: z.ZodArray<z.ZodUnknown>;
    }, z.core.$strip>;
};
export declare const v1SubscriptionsMe: {
    readonly id: "v1.subscriptions.me";
    readonly service: "gateway";
    readonly method: "GET";
    readonly path: "/api/v1/subscriptions/me";
    readonly access: "learner";
    readonly envelope: "v1";
    readonly summary: "The learner's subscription: none yet";
    readonly response: z.ZodNull;
};
import { z } from 'zod';
