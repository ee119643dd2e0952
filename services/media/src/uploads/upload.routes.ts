import { upload, uploadMessages, uploadUrl } from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { UploadService } from './upload.service.ts';

export function uploadRoutes(app: FastifyInstance, uploads: UploadService): void {
  mount(app, upload, async (context) => {
    const filename = await uploads.take(context.reply.request, context);
    return { data: { url: uploadUrl(filename), filename }, message: uploadMessages.done };
  });
}
