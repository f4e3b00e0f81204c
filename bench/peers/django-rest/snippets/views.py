"""The tutorial's views. `?limit=` slices a list, `?search=` searches it; without `limit` the whole list comes."""
from django.contrib.auth.models import User
from rest_framework import filters, pagination, permissions, viewsets

from .models import Snippet
from .serializers import SnippetSerializer, UserSerializer


class Slices(pagination.CursorPagination):
    page_size = None
    page_size_query_param = 'limit'
    ordering = ('created', 'id')


class IsOwnerOrReadOnly(permissions.BasePermission):
    def has_object_permission(self, request, view, obj):
        return request.method in permissions.SAFE_METHODS or obj.owner == request.user


class SnippetViewSet(viewsets.ModelViewSet):
    # The owner's name comes by the same query, as a careful author does it.
    queryset = Snippet.objects.select_related('owner').defer('highlighted')
    serializer_class = SnippetSerializer
    pagination_class = Slices
    filter_backends = [filters.SearchFilter]
    search_fields = ['title', 'code']
    permission_classes = [permissions.IsAuthenticatedOrReadOnly, IsOwnerOrReadOnly]

    def perform_create(self, serializer):
        serializer.save(owner=self.request.user)


class UserViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = User.objects.order_by('id').prefetch_related('snippets')
    serializer_class = UserSerializer
