// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	v1 "k8s.io/kubelet/pkg/apis/podresources/v1"
	"k8s.io/kubelet/pkg/apis/podresources/v1alpha1"
)

type serverV1 struct {
	v1.UnimplementedPodResourcesListerServer
	script *script
}

func (s *serverV1) List(ctx context.Context,
	_ *v1.ListPodResourcesRequest) (*v1.ListPodResourcesResponse, error) {
	given := s.script.get()
	if err := given.wait(ctx); err != nil {
		return nil, err
	}
	if given.ListError != nil {
		return nil, status.Error(given.ListError.Code, given.ListError.Message)
	}
	reply := &v1.ListPodResourcesResponse{}
	for _, pod := range given.shuffled() {
		listed := &v1.PodResources{Namespace: pod.Namespace, Name: pod.Name}
		for _, container := range pod.Containers {
			listed.Containers = append(listed.Containers, &v1.ContainerResources{
				Name:             container.Name,
				Devices:          devicesV1(container.Devices),
				CpuIds:           []int64{0, 1},
				Memory:           memoryV1(),
				DynamicResources: claimsV1(container.Claims),
			})
		}
		reply.PodResources = append(reply.PodResources, listed)
	}
	return reply, nil
}

func (s *serverV1) GetAllocatableResources(ctx context.Context,
	_ *v1.AllocatableResourcesRequest) (*v1.AllocatableResourcesResponse, error) {
	given := s.script.get()
	if err := given.wait(ctx); err != nil {
		return nil, err
	}
	if given.AllocatableError != nil {
		return nil, status.Error(given.AllocatableError.Code, given.AllocatableError.Message)
	}
	all, err := given.allocatable()
	if err != nil {
		return nil, err
	}
	if all == nil {
		return nil, status.Error(codes.Unimplemented,
			"unknown method GetAllocatableResources for service v1.PodResourcesLister")
	}
	return &v1.AllocatableResourcesResponse{
		Devices: devicesV1(*all), CpuIds: []int64{0, 1, 2, 3}, Memory: memoryV1()}, nil
}

// One entry per device and NUMA node, as the kubelet converts its own.
func devicesV1(all []devices) []*v1.ContainerDevices {
	var entries []*v1.ContainerDevices
	for _, each := range all {
		for _, id := range each.IDs {
			if len(each.Numa) == 0 {
				entries = append(entries,
					&v1.ContainerDevices{ResourceName: each.Resource, DeviceIds: []string{id}})
			}
			for _, node := range each.Numa {
				entries = append(entries, &v1.ContainerDevices{
					ResourceName: each.Resource,
					DeviceIds:    []string{id},
					Topology:     &v1.TopologyInfo{Nodes: []*v1.NUMANode{{ID: node}}},
				})
			}
		}
	}
	return entries
}

// Something that our client has to skip.
func memoryV1() []*v1.ContainerMemory {
	return []*v1.ContainerMemory{{
		MemoryType: "memory",
		Size:       1 << 34,
		Topology:   &v1.TopologyInfo{Nodes: []*v1.NUMANode{{ID: 0}, {ID: 1}}},
	}}
}

func claimsV1(all []claim) []*v1.DynamicResource {
	var claims []*v1.DynamicResource
	for _, each := range all {
		dynamic := &v1.DynamicResource{ClaimNamespace: each.Namespace, ClaimName: each.Name}
		for _, device := range each.Devices {
			resource := &v1.ClaimResource{
				DriverName: device.Driver, PoolName: device.Pool, DeviceName: device.Device}
			for _, name := range device.CDI {
				resource.CdiDevices = append(resource.CdiDevices, &v1.CDIDevice{Name: name})
			}
			dynamic.ClaimResources = append(dynamic.ClaimResources, resource)
		}
		claims = append(claims, dynamic)
	}
	return claims
}

type serverV1alpha1 struct {
	v1alpha1.UnimplementedPodResourcesListerServer
	script *script
}

func (s *serverV1alpha1) List(ctx context.Context,
	_ *v1alpha1.ListPodResourcesRequest) (*v1alpha1.ListPodResourcesResponse, error) {
	given := s.script.get()
	if err := given.wait(ctx); err != nil {
		return nil, err
	}
	if given.ListError != nil {
		return nil, status.Error(given.ListError.Code, given.ListError.Message)
	}
	reply := &v1alpha1.ListPodResourcesResponse{}
	for _, pod := range given.shuffled() {
		listed := &v1alpha1.PodResources{Namespace: pod.Namespace, Name: pod.Name}
		for _, container := range pod.Containers {
			entry := &v1alpha1.ContainerResources{Name: container.Name}
			for _, each := range container.Devices {
				entry.Devices = append(entry.Devices, &v1alpha1.ContainerDevices{
					ResourceName: each.Resource, DeviceIds: each.IDs})
			}
			listed.Containers = append(listed.Containers, entry)
		}
		reply.PodResources = append(reply.PodResources, listed)
	}
	return reply, nil
}
